package soak

import (
	"context"
	"errors"
	"fmt"
	"net"
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
	Routes  []string // of all nodes, nats://host:port
	Store   string   // folder
}

// nodeStart is how long a node may take until it takes connections: it waits for the others.
const nodeStart = time.Minute

// Run serves until the context ends.
func (n Node) Run(ctx context.Context) error {
	host, port, err := split(n.MQTT)
	if err != nil {
		return err
	}
	clusterHost, clusterPort, err := split(n.Cluster)
	if err != nil {
		return err
	}
	s, err := server.NewServer(&server.Options{
		ServerName: n.Name, NoSigs: true, Host: host, Port: server.RANDOM_PORT, JetStream: true, StoreDir: n.Store,
		Cluster: server.ClusterOpts{Name: "league", Host: clusterHost, Port: clusterPort},
		Routes:  server.RoutesFromStr(strings.Join(n.Routes, ",")),
		MQTT:    server.MQTTOpts{Host: host, Port: port},
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
