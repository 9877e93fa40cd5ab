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

// Pause has it do nothing, so that whoever speaks with it hears nothing; Continue ends that.
func (p *process) Pause() error { return p.cmd.Process.Signal(syscall.SIGSTOP) }

// Continue lets it go on.
func (p *process) Continue() error { return p.cmd.Process.Signal(syscall.SIGCONT) }

// startArchive starts one of the archives.
func (e *evening) startArchive(ctx context.Context, i int, brokers []string) (*process, error) {
	where := []string{"--db", e.where}
	if e.SQLite {
		where = []string{"--data", e.where}
	}
	p := &process{log: filepath.Join(e.Folder, fmt.Sprintf("archive-%d.log", i+1)),
		args: append([]string{"archive", "--name", fmt.Sprintf("soak-%d", i+1), "--listen", "", "--broker", strings.Join(brokers, ","), "--patience", e.Patience.String()}, where...)}
	return p, p.Start(ctx)
}

// node is a process of a cluster of NATS.
type node struct {
	*process
	node Node
}

// nodesOfCluster is how many there are: one may be away.
const nodesOfCluster = 3

// newNodes makes the nodes of a cluster, which are not started.
func newNodes(folder string) (all []*node, err error) {
	var routes []string
	for i := range nodesOfCluster {
		n := &node{node: Node{Name: fmt.Sprintf("node-%d", i+1), Store: filepath.Join(folder, fmt.Sprintf("node-%d", i+1))}}
		for _, addr := range []*string{&n.node.MQTT, &n.node.Cluster} {
			port, err := local.FreePort()
			if err != nil {
				return nil, err
			}
			*addr = net.JoinHostPort("127.0.0.1", fmt.Sprint(port))
		}
		routes = append(routes, "nats://"+n.node.Cluster)
		all = append(all, n)
	}
	for _, n := range all {
		n.node.Routes = routes
		n.process = &process{log: n.node.Store + ".log", args: []string{"league", "node", "--name", n.node.Name, "--mqtt", n.node.MQTT, "--cluster", n.node.Cluster,
			"--routes", strings.Join(routes, ","), "--store", n.node.Store}}
	}
	return all, nil
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
