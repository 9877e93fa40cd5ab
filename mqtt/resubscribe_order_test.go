package mqtt

import (
	"bufio"
	"bytes"
	"io"
	"testing"

	"github.com/eclipse/paho.mqtt.golang/packets"
)

// TestWhatIsRetainedComesNotAfterNewerNews claims that an answer to a subscription which the server looked up before news of
// the topic is not passed on after them, by the client's question as little as by the second one.
func TestWhatIsRetainedComesNotAfterNewerNews(t *testing.T) {
	message := func(payload string, retained bool) *packets.PublishPacket {
		p := packets.NewControlPacket(packets.Publish).(*packets.PublishPacket)
		p.TopicName, p.Payload, p.Retain = "club/1/score", []byte(payload), retained
		return p
	}
	subscribe := packets.NewControlPacket(packets.Subscribe).(*packets.SubscribePacket)
	subscribe.MessageID, subscribe.Topics, subscribe.Qoss = 1, []string{"club/+/score"}, []byte{0}
	ack := packets.NewControlPacket(packets.Suback).(*packets.SubackPacket)
	ack.MessageID, ack.ReturnCodes = 1, []byte{0}
	var client, up, down bytes.Buffer
	r := newResubscriber(&client, &up)
	defer r.close()
	say := func(p packets.ControlPacket) {
		if err := p.Write(&down); err != nil {
			t.Fatal(err)
		}
		if err := r.toClient(bufio.NewReader(&down)); err != io.EOF {
			t.Fatal(err)
		}
	}
	asks := func() {
		var out bytes.Buffer
		if err := subscribe.Write(&out); err != nil {
			t.Fatal(err)
		}
		if err := r.toServer(bufio.NewReader(&out)); err != io.EOF {
			t.Fatal(err)
		}
	}
	asks()
	say(message("new", false))
	say(ack)
	say(message("old", true))
	r.ask()
	say(ack)
	say(message("older", true))
	asks() // which is another question: of what came before nothing is known to be newer
	say(ack)
	say(message("held", true))
	var told []string
	for {
		p, err := packets.ReadPacket(&client)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if m, ok := p.(*packets.PublishPacket); ok {
			told = append(told, string(m.Payload))
		}
	}
	if len(told) != 2 || told[0] != "new" || told[1] != "held" {
		t.Errorf("told %q", told)
	}
}
