package scoreboard

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/eclipse/paho.mqtt.golang/packets"

	"jantaku/access"
	"jantaku/mqtt/packet"
)

// errForbidden is what a page wants and may not.
var errForbidden = errors.New("scoreboard: a page may subscribe and nothing else")

// maxPacket bounds what a page sends, in bytes; subscriptions are short.
const maxPacket = 16 << 10

// readPacket reads what a page sends.
func readPacket(r *bufio.Reader) (packets.ControlPacket, error) { return packet.Read(r, maxPacket) }

// login makes of a page's CONNECT the one that the bridge sends in its place: a clean session,
// with the broker's user and password, which no page ever sees. A page's will would be a
// message that it publishes.
func login(p packets.ControlPacket, client, user, password string) (*packets.ConnectPacket, error) {
	c, ok := p.(*packets.ConnectPacket)
	switch {
	case !ok || c.ProtocolName != "MQTT" || c.ProtocolVersion != 4:
		return nil, errors.New("scoreboard: not an MQTT 3.1.1 CONNECT")
	case c.WillFlag:
		return nil, errForbidden
	}
	own := packets.NewControlPacket(packets.Connect).(*packets.ConnectPacket)
	own.ProtocolName, own.ProtocolVersion, own.CleanSession = c.ProtocolName, c.ProtocolVersion, true
	own.Keepalive, own.ClientIdentifier = c.Keepalive, client
	own.UsernameFlag, own.Username = user != "", user
	own.PasswordFlag, own.Password = user != "" && password != "", []byte(password)
	return own, nil
}

// allow refuses what a page may not send: anything but subscriptions to what a viewer may read under the
// prefix and the packets that keep them going. At a broker of others the bridge comes as the table itself, which may read
// everything.
func allow(p packets.ControlPacket, prefix string) error {
	switch p := p.(type) {
	case *packets.SubscribePacket:
		return allowFilters(p.Topics, prefix)
	case *packets.PubackPacket, *packets.UnsubscribePacket, *packets.PingreqPacket, *packets.DisconnectPacket:
		return nil
	}
	return fmt.Errorf("%w: %T", errForbidden, p)
}

func allowFilters(filters []string, prefix string) error {
	own := strings.Split(prefix, "/")
	for _, filter := range filters {
		levels := strings.Split(filter, "/")
		if len(levels) <= len(own) || !slices.Equal(levels[:len(own)], own) {
			return fmt.Errorf("%w: %.80q is not under %s/", errForbidden, filter, prefix)
		}
		if below := levels[len(own):]; len(below) < 2 || below[0] == "#" || !access.Readable(below[1], access.Viewer) {
			return fmt.Errorf("%w: %.80q is not what a viewer may read", errForbidden, filter)
		}
	}
	return nil
}
