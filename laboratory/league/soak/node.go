package soak

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Node is one of the servers of a cluster of NATS that speak MQTT.
type Node struct {
	Name    string
	MQTT    string   // where clients connect
	Cluster string   // where the other nodes do
	Monitor string   // where it tells how it is
	Routes  []string // to the other nodes, nats://host:port
	Store   string   // folder
}

// nodeStart is how long a node may take until it takes connections: it waits for the others.
const nodeStart = time.Minute

// nowhere is where nodes tell each other that they are, so that none finds another but by the routes that it was given.
const nowhere = "127.0.0.1:1"

// Run serves until the context ends.
func (n Node) Run(ctx context.Context) error {
	var hosts [3]string
	var ports [3]int
	for i, addr := range []string{n.MQTT, n.Cluster, n.Monitor} {
		var err error
		if hosts[i], ports[i], err = split(addr); err != nil {
			return err
		}
	}
	s, err := server.NewServer(&server.Options{
		ServerName: n.Name, NoSigs: true, Host: hosts[0], Port: server.RANDOM_PORT, JetStream: true, StoreDir: n.Store,
		Cluster: server.ClusterOpts{Name: "league", Host: hosts[1], Port: ports[1], Advertise: nowhere},
		Routes:  server.RoutesFromStr(strings.Join(n.Routes, ",")),
		// By itself a cluster keeps MQTT as often as it has nodes when the first client comes: two, where the third starts later.
		MQTT:     server.MQTTOpts{Host: hosts[0], Port: ports[0], StreamReplicas: nodesOfCluster},
		HTTPHost: hosts[2], HTTPPort: ports[2],
	})
	if err != nil {
		return fmt.Errorf("node %s: %w", n.Name, err)
	}
	s.ConfigureLogger()
	s.Start()
	defer func() { s.Shutdown(); s.WaitForShutdown() }()
	if !s.ReadyForConnections(nodeStart) {
		return errors.New("node " + n.Name + " is not ready")
	}
	<-ctx.Done()
	return nil
}

func split(addr string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(addr)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	return host, port, err
}

// streams are those in which NATS keeps what MQTT promises, the most important first, and meta is the group that places them.
var streams = []string{"$MQTT_msgs", "$MQTT_sess", "$MQTT_out", "$MQTT_rmsgs", meta}

const meta = "meta"

// leads gives what a node leads of streams, by its own word.
func (n Node) leads(ctx context.Context) (all []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, dialLimit)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+n.Monitor+"/jsz?streams=true", nil)
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	var told server.JSInfo
	if err := json.NewDecoder(answer.Body).Decode(&told); err != nil {
		return nil, fmt.Errorf("node %s: %w", n.Name, err)
	}
	if told.Meta != nil && told.Meta.Leader == n.Name {
		all = append(all, meta)
	}
	for _, account := range told.AccountDetails {
		for _, stream := range account.Streams {
			if stream.Cluster != nil && stream.Cluster.Leader == n.Name && slices.Contains(streams, stream.Name) {
				all = append(all, stream.Name)
			}
		}
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Compare(slices.Index(streams, a), slices.Index(streams, b)) })
	return all, nil
}

// nodesOfCluster is how many there are: one may be away.
const nodesOfCluster = 3
