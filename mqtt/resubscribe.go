package mqtt

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/eclipse/paho.mqtt.golang/packets"

	"jantaku/mqtt/packet"
)

// resubscribeAfter is after how long the server is asked once more what the topics hold that a client subscribed to. It looks that up a
// little before a subscription counts, and keeps what is published a little after it has told it: of what came in between a client
// would hear nothing until the next message. This is many times as long as that takes.
const resubscribeAfter = time.Second

// resubscriber passes the packets of one client on to the server and back, and asks the server once more what is retained for each
// SUBSCRIBE, so that the client knows soon what every topic holds. What it knows already is not passed on a second time.
type resubscriber struct {
	client *bufio.Writer

	up     sync.Mutex // one packet after the other to the server, and what belongs to it
	server io.Writer
	asked  []bool     // the SUBSCRIBE that the server has not answered yet, in order: whether it was the client's
	young  []question // what is asked once more soon

	questions atomic.Int64 // SUBSCRIBE of the client so far

	// What was passed on last of each topic, and whether what is retained now answers the question that is asked once more.
	told   map[string]told
	second bool
	seed   maphash.Seed
}

// question is what a client subscribed to and has not left since, by topic filter.
type question struct {
	filters map[string]byte
	when    *time.Timer
}

// told is a message that was passed on to a client: news, or what a topic held.
type told struct {
	news  bool
	sum   uint64 // of the payload
	since int64  // questions before it
}

func newResubscriber(client, server io.Writer) *resubscriber {
	return &resubscriber{client: bufio.NewWriterSize(client, buffer), server: server, told: map[string]told{}, seed: maphash.MakeSeed()}
}

// close asks nothing more.
func (r *resubscriber) close() {
	r.up.Lock()
	defer r.up.Unlock()
	for _, q := range r.young {
		q.when.Stop()
	}
	r.young = nil
}

// header reads the first byte and the length of a packet, and gives both as they came, too.
func header(r *bufio.Reader) (first byte, length int64, raw []byte, err error) {
	if first, err = r.ReadByte(); err != nil {
		return 0, 0, nil, err
	}
	n, err := binary.ReadUvarint(r) // the same seven bits a byte, lowest first
	if err == nil && n > mostBody {
		err = fmt.Errorf("mqtt: packet of %d bytes", n)
	}
	return first, int64(n), binary.AppendUvarint([]byte{first}, n), err
}

// mostBody is how long a packet is at most, MQTT 3.1.1, §2.2.3.
const mostBody = 1<<28 - 1

// toServer passes on what the client says until either side ends.
func (r *resubscriber) toServer(from *bufio.Reader) error {
	for {
		if err := r.onePacket(from); err != nil {
			return err
		}
	}
}

// onePacket passes one packet of the client on, and notes what is subscribed to.
func (r *resubscriber) onePacket(from *bufio.Reader) error {
	first, length, raw, err := header(from)
	if err != nil {
		return err
	}
	kind := first >> 4
	if (kind == packets.Subscribe || kind == packets.Unsubscribe) && length <= mostHello {
		body := make([]byte, length)
		if _, err := io.ReadFull(from, body); err != nil {
			return err
		}
		raw = append(raw, body...)
		length = 0
	}
	r.up.Lock()
	defer r.up.Unlock()
	switch kind {
	case packets.Subscribe:
		r.questions.Add(1)
		r.asked = append(r.asked, true)
		r.subscribed(raw)
	case packets.Unsubscribe:
		r.left(raw)
	}
	if _, err := r.server.Write(raw); err != nil {
		return err
	}
	_, err = io.CopyN(r.server, onlyReader{from}, length)
	return err
}

// onlyReader hides what else a reader offers, such as a buffer that is as large as it likes.
type onlyReader struct{ io.Reader }

// parsed reads a packet that came whole; nil where it is malformed, which the server sees as well.
func parsed[T packets.ControlPacket](raw []byte) (p T, ok bool) {
	all, err := packet.Read(bufio.NewReader(bytes.NewReader(raw)), mostHello)
	if err != nil {
		return p, false
	}
	p, ok = all.(T)
	return p, ok
}

// subscribed notes what is asked once more; r.up is held.
func (r *resubscriber) subscribed(raw []byte) {
	p, ok := parsed[*packets.SubscribePacket](raw)
	if !ok {
		return
	}
	q := question{filters: map[string]byte{}}
	for i, filter := range p.Topics {
		q.filters[filter] = p.Qoss[i]
	}
	q.when = time.AfterFunc(resubscribeAfter, r.ask)
	r.young = append(r.young, q)
}

// left forgets what nobody wants to know any more; r.up is held.
func (r *resubscriber) left(raw []byte) {
	p, ok := parsed[*packets.UnsubscribePacket](raw)
	if !ok {
		return
	}
	for _, filter := range p.Topics {
		for _, q := range r.young {
			delete(q.filters, filter)
		}
	}
}

// ask asks the server once more for the oldest of the questions.
func (r *resubscriber) ask() {
	r.up.Lock()
	defer r.up.Unlock()
	if len(r.young) == 0 {
		return
	}
	q := r.young[0]
	r.young = r.young[1:]
	if len(q.filters) == 0 {
		return
	}
	p := packets.NewControlPacket(packets.Subscribe).(*packets.SubscribePacket)
	p.Qos, p.MessageID = 1, 1 // SUBACK come in the order of what they answer, so that any number will do
	for filter, qos := range q.filters {
		p.Topics, p.Qoss = append(p.Topics, filter), append(p.Qoss, qos)
	}
	r.asked = append(r.asked, false)
	_ = p.Write(r.server) // a server that has gone ends the connection
}

// answers reports whether the SUBACK that comes now is for the client.
func (r *resubscriber) answers() bool {
	r.up.Lock()
	defer r.up.Unlock()
	if len(r.asked) == 0 {
		return true
	}
	its := r.asked[0]
	r.asked = r.asked[1:]
	return its
}

// toClient passes on what the server says until either side ends.
func (r *resubscriber) toClient(from *bufio.Reader) error {
	for {
		if from.Buffered() == 0 { // the next may be long in coming
			if err := r.client.Flush(); err != nil {
				return err
			}
		}
		first, length, raw, err := header(from)
		if err != nil {
			return err
		}
		switch first >> 4 {
		case packets.Suback:
			if r.second = !r.answers(); r.second {
				_, err = io.CopyN(io.Discard, from, length)
				break
			}
			err = r.pass(raw, from, length)
		case packets.Publish:
			err = r.published(first, raw, from, length)
		default:
			err = r.pass(raw, from, length)
		}
		if err != nil {
			return err
		}
	}
}

// pass passes a packet on whose head was read.
func (r *resubscriber) pass(head []byte, from io.Reader, length int64) error {
	if _, err := r.client.Write(head); err != nil {
		return err
	}
	_, err := io.CopyN(r.client, onlyReader{from}, length)
	return err
}

// published passes a message on. What is retained answers the client's own question, or the second one. Either may be older than
// news that came after it was asked, and is not passed on then; nor is an answer to the second one that says the same as before.
func (r *resubscriber) published(first byte, head []byte, from io.Reader, length int64) error {
	const qosAt, atLeastOnce, retainedFlag = 1, 1, 1
	var size [2]byte
	if _, err := io.ReadFull(from, size[:]); err != nil {
		return err
	}
	rest := make([]byte, min(int64(binary.BigEndian.Uint16(size[:])), length-int64(len(size))))
	if _, err := io.ReadFull(from, rest); err != nil {
		return err
	}
	topic := string(rest)
	head, length = append(append(head, size[:]...), rest...), length-int64(len(size)+len(rest))
	var id []byte // of the packet; none without acknowledgement
	qos := first >> qosAt & 3
	if qos > 0 {
		id = make([]byte, 2)
		if _, err := io.ReadFull(from, id); err != nil {
			return err
		}
		head, length = append(head, id...), length-int64(len(id))
	}
	retained, now := first&retainedFlag != 0, r.questions.Load()
	before, heard := r.told[topic]
	var sum maphash.Hash
	sum.SetSeed(r.seed)
	if !retained || qos > atLeastOnce || !heard {
		err := r.pass(head, io.TeeReader(from, &sum), length)
		r.told[topic] = told{!retained, sum.Sum64(), now}
		return err
	}
	payload := make([]byte, length)
	if _, err := io.ReadFull(from, payload); err != nil {
		return err
	}
	sum.Write(payload)
	if before.news && (r.second || before.since == now) || r.second && before.sum == sum.Sum64() {
		return r.acknowledge(id)
	}
	r.told[topic] = told{false, sum.Sum64(), now}
	return r.pass(head, bytes.NewReader(payload), length)
}

// acknowledge tells the server that a message was taken which is not passed on; id is nil where it asks for nothing.
func (r *resubscriber) acknowledge(id []byte) error {
	if id == nil {
		return nil
	}
	r.up.Lock()
	defer r.up.Unlock()
	_, err := r.server.Write(append([]byte{packets.Puback << 4, byte(len(id))}, id...))
	return err
}
