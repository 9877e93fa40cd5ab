// Package local starts what a league runs on, as processes of one machine: PostgreSQL, Mosquitto, and nodes of NATS. It
// is for trying a league out, for its soak and for tests; a league that plays keeps its own.
package local

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"database/sql"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx
)

// Postgres is a server of PostgreSQL on this machine, with its data in a folder.
type Postgres struct {
	folder string
	port   int
	as     *syscall.SysProcAttr
	cmd    *exec.Cmd
	// Careless loses what was written when the machine stops: for tests alone.
	careless bool
}

// ErrNoPostgres says that PostgreSQL is not installed.
var ErrNoPostgres = errors.New("PostgreSQL is not installed: apt install postgresql")

// startLimit is how long a server may take to start on a busy machine.
const startLimit = 90 * time.Second

// program finds one of PostgreSQL's programs, which Debian keeps off the path; the newest version where there are several.
func program(name string) (string, error) {
	if at, err := exec.LookPath(name); err == nil {
		return at, nil
	}
	all, err := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if err != nil || len(all) == 0 {
		return "", ErrNoPostgres
	}
	slices.SortFunc(all, func(a, b string) int { return versionOf(a) - versionOf(b) })
	return all[len(all)-1], nil
}

// HasPostgres reports whether PostgreSQL is installed.
func HasPostgres() bool {
	_, err := program("initdb")
	return err == nil
}

func versionOf(path string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path)))) // another name is the oldest
	return n
}

// StartPostgres makes a database in a folder, where there is none yet, and starts its server. A root user has it run as
// postgres, or nobody, since PostgreSQL refuses root: the folder then belongs to that one. careless is for tests: what
// was written does not survive a loss of power.
func StartPostgres(ctx context.Context, folder string, careless bool) (*Postgres, error) {
	p := &Postgres{folder: folder, careless: careless}
	if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil { // another user finds the way
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	if err := p.dropRoot(); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(folder, "PG_VERSION")); errors.Is(err, fs.ErrNotExist) {
		args := []string{"-D", folder, "-U", owner, "-A", "trust", "-E", "UTF8", "--locale=C"}
		if careless {
			args = append(args, "--no-sync")
		}
		if err := p.run(ctx, "initdb", args...); err != nil {
			return nil, err
		}
	}
	return p, p.begin(ctx)
}

// Follow makes a server in a folder that follows this one (streaming replication), and starts it.
func (p *Postgres) Follow(ctx context.Context, folder string) (*Postgres, error) {
	f := &Postgres{folder: folder, careless: p.careless}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	if err := f.dropRoot(); err != nil {
		return nil, err
	}
	if err := f.run(ctx, "pg_basebackup", "-h", "127.0.0.1", "-p", strconv.Itoa(p.port), "-U", owner, "-D", folder, "--write-recovery-conf", "--checkpoint=fast"); err != nil {
		return nil, err
	}
	return f, f.begin(ctx)
}

// Promote makes a server that follows another one the primary.
func (p *Postgres) Promote(ctx context.Context) error {
	return p.Exec(ctx, "SELECT pg_promote()")
}

// Exec carries out a statement in the server's own database.
func (p *Postgres) Exec(ctx context.Context, statement string) error {
	db, err := sql.Open("pgx", address("postgres", "any", p))
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, statement)
	return err
}

// owner is the user to whom the databases belong.
const owner = "jantaku"

// run runs one of PostgreSQL's programs to its end.
func (p *Postgres) run(ctx context.Context, name string, args ...string) error {
	at, err := program(name)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, at, args...)
	cmd.SysProcAttr, cmd.Dir = p.as, p.folder
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, bytes.TrimSpace(out))
	}
	return nil
}

// begin starts the server for the first time.
func (p *Postgres) begin(ctx context.Context) (err error) {
	if p.port, err = FreePort(); err != nil {
		return err
	}
	return p.Start(ctx)
}

// dropRoot finds as whom the server runs.
func (p *Postgres) dropRoot() error {
	if os.Getuid() != 0 {
		return nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		who, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.Atoi(who.Uid)
		if err != nil {
			return err
		}
		gid, err := strconv.Atoi(who.Gid)
		if err != nil {
			return err
		}
		p.as = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
		return os.Chown(p.folder, uid, gid)
	}
	return errors.New("PostgreSQL refuses root, and there is neither a user postgres nor nobody")
}

// Start starts the server again, on the same port, and waits until it answers.
func (p *Postgres) Start(ctx context.Context) error {
	server, err := program("postgres")
	if err != nil {
		return err
	}
	args := []string{"-D", p.folder, "-p", strconv.Itoa(p.port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="}
	if p.careless {
		args = append(args, "-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")
	}
	p.cmd = exec.Command(server, args...)
	p.cmd.Dir = p.folder
	attr := syscall.SysProcAttr{Pdeathsig: syscall.SIGINT}
	if p.as != nil {
		attr.Credential = p.as.Credential
	}
	p.cmd.SysProcAttr = &attr
	log := &tail{}
	p.cmd.Stdout, p.cmd.Stderr = log, log
	if err := p.cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func(cmd *exec.Cmd) { ended <- cmd.Wait() }(p.cmd)
	db, err := sql.Open("pgx", address("postgres", "any", p))
	if err != nil {
		return err
	}
	defer db.Close()
	for limit := time.Now().Add(startLimit); time.Now().Before(limit); {
		if err := db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case err := <-ended:
			return fmt.Errorf("postgres ended: %w: %s", err, log)
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
	return fmt.Errorf("postgres does not answer: %s", log)
}

// URL is that of a database of the server, or of several of which one is the primary.
func (p *Postgres) URL(database string, others ...*Postgres) string {
	return address(database, "read-write", append([]*Postgres{p}, others...)...)
}

func address(database, attributes string, servers ...*Postgres) string {
	var hosts []string
	for _, one := range servers {
		hosts = append(hosts, net.JoinHostPort("127.0.0.1", strconv.Itoa(one.port)))
	}
	u := url.URL{Scheme: "postgres", User: url.User(owner), Host: strings.Join(hosts, ","), Path: "/" + database, RawQuery: "target_session_attrs=" + attributes}
	return u.String()
}

// Create makes a database, as a copy of another one where template names it.
func (p *Postgres) Create(ctx context.Context, name, template string) error {
	db, err := sql.Open("pgx", p.URL("postgres"))
	if err != nil {
		return err
	}
	defer db.Close()
	statement := `CREATE DATABASE "` + name + `"`
	if template != "" {
		statement += ` TEMPLATE "` + template + `"`
	}
	_, err = db.ExecContext(ctx, statement)
	return err
}

// Ensure makes a database unless it is there.
func (p *Postgres) Ensure(ctx context.Context, name string) error {
	db, err := sql.Open("pgx", p.URL("postgres"))
	if err != nil {
		return err
	}
	defer db.Close()
	var there bool
	if err := db.QueryRowContext(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&there); err != nil || there {
		return err
	}
	return p.Create(ctx, name, "")
}

// Kill ends the server without a word, and Stop with one.
func (p *Postgres) Kill() error { return p.end(syscall.SIGKILL) }

// Stop ends the server: connections are ended too.
func (p *Postgres) Stop() error { return p.end(syscall.SIGINT) }

func (p *Postgres) end(with syscall.Signal) error {
	if p == nil || p.cmd == nil || p.cmd.Process == nil {
		return nil
	}
	if err := p.cmd.Process.Signal(with); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	for limit := time.Now().Add(30 * time.Second); time.Now().Before(limit); time.Sleep(20 * time.Millisecond) {
		if p.cmd.Process.Signal(syscall.Signal(0)) != nil {
			p.cmd = nil
			return nil
		}
	}
	return errors.New("postgres does not end")
}

// FreePort picks a free port of this machine.
func FreePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// tail keeps the last words of a process.
type tail struct{ text []byte }

// tailBytes is how many of them.
const tailBytes = 4 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-tailBytes):]
	return len(p), nil
}

func (t *tail) String() string { return string(t.text) }
