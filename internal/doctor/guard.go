package doctor

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"

	"jantaku/access"
	"jantaku/models"
)

// Guard is what keeps strangers out, as the configuration names it.
type Guard struct {
	Pages    string           // host:port at which the pages are served
	TLS      bool             // pages and embedded broker are reached over it
	Accounts []access.Account // people, and what a PIN or another program says
	Shared   bool             // there is a PIN
	Prefix   string           // of topics
	Config   string           // file of the configuration; empty for none
}

// checkGuard finds pages that a whole network may change, and secrets that are guessed or overheard.
func checkGuard(_ context.Context, c Table) (wellNote, error) {
	for _, one := range c.Guard.Accounts {
		if one.Guessable() {
			return wellNote{}, advice(models.Refused("weak-secret", models.Data{"name": one.Name},
				"the password of %s is among the first that somebody tries; make another one with jantaku access hash", one.Name))
		}
	}
	here := models.Data{"name": c.Guard.Pages}
	switch {
	case access.IsLocal(c.Guard.Pages):
		return well("guard-local", here, "the pages are for this machine alone, at %s", c.Guard.Pages), nil
	case !c.Guard.Shared && !hasPeople(c.Guard.Accounts):
		return wellNote{}, advice(models.Refused("no-pin", here, "everybody who reaches %s may change hands; set web.pin or people", c.Guard.Pages))
	case !c.Guard.TLS:
		return wellNote{}, advice(models.Refused("no-tls", here, "PIN and passwords cross the network readably; set tls.mode to own or files"))
	}
	return well("guard", here, "%s asks who one is, over TLS", c.Guard.Pages), nil
}

func hasPeople(all []access.Account) bool {
	for _, one := range all {
		if one.Role >= access.Referee {
			return true
		}
	}
	return false
}

// checkFiles finds secrets, books and photographs that every account of the machine can read.
func checkFiles(_ context.Context, c Table) (wellNote, error) {
	for _, name := range []string{c.Guard.Config, c.Data} {
		info, err := os.Stat(name)
		if name == "" || errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return wellNote{}, fmt.Errorf("files: %w", err)
		}
		if mode := info.Mode().Perm(); mode&0o007 != 0 {
			return wellNote{}, advice(models.Refused("readable", models.Data{"name": name},
				"every account of this machine can read %s (%v); chmod o= %s", name, mode, name))
		}
	}
	return well("private", nil, "configuration and data are read by nobody else"), nil
}

// echo is how long a broker has to hand a message back.
const echo = 2 * time.Second

// Answers of a broker that does not let a client in: MQTT 3.1.1, 3.2.2.3.
const (
	badPassword   = 4
	notAuthorised = 5
)

// checkStrangers finds out whether a broker lets somebody without a name ask for what a referee may.
func checkStrangers(broker, prefix string) error {
	heard := make(chan struct{}, 1)
	topic := prefix + "/doctor/request/none/stranger" // of no table: nobody carries it out
	client := paho.NewClient(paho.NewClientOptions().AddBroker(broker).SetClientID(prefix + "-doctor").
		SetProtocolVersion(4).SetAutoReconnect(false).SetConnectTimeout(echo)) // of 3.1.1: what is tried after it is refused for other reasons
	defer client.Disconnect(0)
	t := client.Connect()
	answered, isConnect := t.(*paho.ConnectToken)
	switch {
	case !t.WaitTimeout(echo):
		return models.Refused("broker-mute", models.Data{"name": broker}, "%s takes connections and does not speak MQTT", broker)
	case isConnect && (answered.ReturnCode() == badPassword || answered.ReturnCode() == notAuthorised):
		return nil // nobody without a name is let in
	case errors.As(t.Error(), new(*tls.CertificateVerificationError)):
		return nil // an authority of the club's own, which the table knows and a stranger does not
	case t.Error() != nil:
		return models.Refused("broker-mute", models.Data{"name": broker}, "%s takes connections and does not speak MQTT: %w", broker, t.Error())
	}
	client.Subscribe(topic, 1, func(paho.Client, paho.Message) {
		select {
		case heard <- struct{}{}:
		default:
		}
	}).WaitTimeout(echo)
	client.Publish(topic, 1, false, "{}").WaitTimeout(echo)
	select {
	case <-heard:
		return advice(models.Refused("broker-open", models.Data{"name": broker},
			"%s lets everybody ask for what a referee may; give it the rules of mosquitto.acl or nats.conf, which are installed beside this program", broker))
	case <-time.After(echo):
		return nil
	}
}
