package soak

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"jantaku/league/local"
)

// process is this program with a command of its own, which can be killed and started again.
type process struct {
	args  []string
	log   string // file
	cmd   *exec.Cmd
	ended chan struct{}
}

// Start starts it again.
func (p *process) Start(context.Context) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	out, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer out.Close()
	p.cmd = exec.Command(self, p.args...)
	p.cmd.Stdout, p.cmd.Stderr = out, out
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := p.cmd.Start(); err != nil {
		return err
	}
	p.ended = make(chan struct{})
	go func(cmd *exec.Cmd, ended chan struct{}) { _ = cmd.Wait(); close(ended) }(p.cmd, p.ended)
	return nil
}

// Kill ends it without a word.
func (p *process) Kill() error {
	if p.cmd == nil {
		return nil
	}
	if err := p.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-p.ended
	return nil
}

// archiveName is one of the archives.
func archiveName(i int) string { return fmt.Sprintf("archive-%d", i+1) }

// startArchive starts one of the archives, which finds brokers by the ways that are given.
func (e *evening) startArchive(ctx context.Context, i int, brokers []string) (*process, error) {
	where := []string{"--db", e.where}
	if e.SQLite {
		where = []string{"--data", e.where}
	}
	p := &process{log: filepath.Join(e.Folder, archiveName(i)+".log"),
		args: append([]string{"archive", "--name", fmt.Sprintf("soak-%d", i+1), "--listen", "", "--broker", strings.Join(brokers, ","), "--patience", e.Patience.String()}, where...)}
	return p, p.Start(ctx)
}

// node is a process of a cluster of NATS.
type node struct {
	*process
	node Node
}

// newNodes makes the nodes of a cluster, which are not started. Each finds each by a way of the network.
func (e *evening) newNodes() (err error) {
	for i := range nodesOfCluster {
		n := &node{node: Node{Name: fmt.Sprintf("node-%d", i+1), Store: filepath.Join(e.Folder, fmt.Sprintf("node-%d", i+1))}}
		for _, addr := range []*string{&n.node.MQTT, &n.node.Cluster, &n.node.Monitor} {
			port, err := local.FreePort()
			if err != nil {
				return err
			}
			*addr = net.JoinHostPort("127.0.0.1", fmt.Sprint(port))
		}
		e.nodes = append(e.nodes, n)
	}
	for _, n := range e.nodes {
		for _, other := range e.nodes {
			if other == n {
				continue
			}
			w, err := e.way(n.node.Name, end{other.node.Name, other.node.Cluster})
			if err != nil {
				return err
			}
			n.node.Routes = append(n.node.Routes, "nats://"+w.addr())
		}
		n.process = &process{log: n.node.Store + ".log", args: []string{"league", "node", "--name", n.node.Name, "--mqtt", n.node.MQTT, "--cluster", n.node.Cluster,
			"--monitor", n.node.Monitor, "--routes", strings.Join(n.node.Routes, ","), "--store", n.node.Store}}
	}
	return nil
}

// answers waits until a node takes clients.
func (n *node) answers(ctx context.Context) error {
	for limit := time.Now().Add(nodeStart); time.Now().Before(limit); {
		if c, err := net.DialTimeout("tcp", n.node.MQTT, time.Second); err == nil {
			return c.Close()
		}
		if !sleep(ctx, 100*time.Millisecond) {
			return ctx.Err()
		}
		select {
		case <-n.ended:
			return fmt.Errorf("node %s has ended; see %s", n.node.Name, n.log)
		default:
		}
	}
	return fmt.Errorf("node %s does not answer; see %s", n.node.Name, n.log)
}
