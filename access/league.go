package access

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// Task is what somebody does at a broker that many tables share. Each has a user of its own there, and may what
// its task needs and nothing else.
type Task string

// The tasks.
const (
	TableTask    Task = "table"    // the daemon of one table
	ArchiveTask  Task = "archive"  // hears all journals, and asks tables for what is missing
	HallTask     Task = "hall"     // shows what tables do
	DirectorTask Task = "director" // shows it too, starts matches, and tells tables the round that is on
	RefereeTask  Task = "referee"  // a person, at the tables of one club
)

// Member is somebody at the broker of a league.
type Member struct {
	User string
	Task Task
	// Prefix is that of the club; empty for a task over all clubs.
	Prefix      string
	Table, Node string // of a table alone
}

// League is everybody at a broker. Its rules come from [Topics], which see.
type League struct {
	Members []Member
	// Anonymous lets everybody read what a viewer may, without a name.
	Anonymous bool
}

// what every broker takes as a level of a topic, and as a user without a second meaning.
var (
	levelPattern = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$`)
	errTables    = errors.New("list of tables")
)

// ReadTables reads the tables of a league: a line each with CLUB/TABLE, such as jantaku/riverside/table-1, and after a
// space the name of its daemon, mqtt.node of its configuration; where there is none that is daemon-TABLE. What stands
// after # is not read. The error names the line.
func ReadTables(r io.Reader) (all []Member, err error) {
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(strings.TrimPrefix(lines.Text(), "\ufeff"), "#")
		fields := strings.Fields(text)
		if len(fields) == 0 {
			continue
		}
		club, table, ok := cutLast(fields[0])
		if !ok || len(fields) > 2 {
			return nil, fmt.Errorf("%w: line %d: %.80q is not CLUB/TABLE with or without the name of its daemon", errTables, n, text)
		}
		m := Member{Task: TableTask, Prefix: club, Table: table}
		if m.Node = "daemon-" + m.Table; len(fields) == 2 {
			m.Node = fields[1]
		}
		m.User = strings.ReplaceAll(fields[0], "/", "-")
		for _, level := range append(strings.Split(fields[0], "/"), m.Node) {
			if !levelPattern.MatchString(level) {
				return nil, fmt.Errorf("%w: line %d: %.80q: use a-z, 0-9 and -", errTables, n, level)
			}
		}
		all = append(all, m)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%w: %w", errTables, err)
	}
	return all, nil
}

// Validate checks that no two members can be taken for each other.
func (l League) Validate() error {
	var errs []error
	users, topics, clubs := map[string]bool{}, map[string]string{}, l.Prefixes()
	taken := func(m Member, level string) {
		topic := m.Prefix + "/" + level
		if other, is := topics[topic]; is {
			errs = append(errs, fmt.Errorf("%s is of %s and of %s; give tables and their daemons different names", topic, other, m.User))
		}
		topics[topic] = m.User
		for _, club := range clubs {
			if strings.HasPrefix(club+"/", topic+"/") { // whoever writes there would write all of that club
				errs = append(errs, fmt.Errorf("%s is of %s and above the tables of %s; give one of them another name", topic, m.User, club))
			}
		}
	}
	for _, m := range l.Members {
		switch {
		case !levelPattern.MatchString(m.User):
			errs = append(errs, fmt.Errorf("user %.80q: use a-z, 0-9 and -", m.User))
		case users[m.User]:
			errs = append(errs, fmt.Errorf("two at the broker would be called %s", m.User))
		}
		users[m.User] = true
		if m.Task == TableTask {
			taken(m, m.Table)
			taken(m, m.Node)
		}
		if m.Task == RefereeTask && !slices.Contains(clubs, m.Prefix) {
			errs = append(errs, fmt.Errorf("referee %s is of %q, which has no table", m.User, m.Prefix))
		}
	}
	if len(clubs) == 0 {
		errs = append(errs, errors.New("there is no table"))
	}
	return errors.Join(errs...)
}

// Prefixes are those of the clubs, in their order.
func (l League) Prefixes() (all []string) {
	for _, m := range l.Members {
		if m.Task == TableTask && !slices.Contains(all, m.Prefix) {
			all = append(all, m.Prefix)
		}
	}
	return all
}

// all are filters for the prefixes of all clubs: whoever hears jantaku/+ at a NATS server must be granted just that.
func (l League) all() (filters []string) {
	for _, prefix := range l.Prefixes() {
		if above, _, nested := cutLast(prefix); nested {
			prefix = above + "/+"
		}
		if !slices.Contains(filters, prefix) {
			filters = append(filters, prefix)
		}
	}
	return filters
}

// cutLast divides a topic before its last level.
func cutLast(topic string) (above, last string, ok bool) {
	at := strings.LastIndexByte(topic, '/')
	if at < 1 || at == len(topic)-1 {
		return "", topic, false
	}
	return topic[:at], topic[at+1:], true
}

// Grant is what somebody may at a broker: filters of MQTT.
type Grant struct{ Read, Write []string }

// shown are the filters of what a viewer may read at the tables of a prefix.
func shown(prefix string) (all []string) {
	for _, t := range Topics() {
		if t.Read <= Viewer {
			all = append(all, prefix+"/+/"+t.Kind, prefix+"/+/"+t.Kind+"/#")
		}
	}
	return all
}

// requests by which the archive and a director ask tables; no other operation is theirs at the broker.
const (
	opSince    = "since"
	opMatchNew = "match-new"
)

// DeviceID names a table as a device of Home Assistant, unlike those of other clubs at the same broker: with the topic below which its club
// is, but where that is the usual one of a table by itself.
func DeviceID(prefix, node, table string) string {
	id := node + "-" + table
	if prefix == "jantaku" {
		return id
	}
	return strings.ReplaceAll(prefix, "/", "_") + "_" + id
}

// Grant gives what a member may. A table may everything below its own topic and its daemon's status, and reads what a
// viewer does of the tables of its club, which its pages show.
func (l League) Grant(m Member) (g Grant) {
	clubs := []string{m.Prefix}
	if m.Prefix == "" {
		clubs = l.all()
	}
	for _, club := range clubs {
		if m.Task != ArchiveTask {
			g.Read = append(g.Read, shown(club)...)
		}
		switch every := club + "/+/"; m.Task {
		case TableTask:
			own := []string{club + "/" + m.Table + "/#", club + "/" + m.Node + "/status"}
			g.Read = append(g.Read, append(own, "homeassistant/status")...)
			g.Write = append(g.Write, append(own, "homeassistant/device/"+DeviceID(club, m.Node, m.Table)+"/config")...)
		case ArchiveTask:
			g.Read = append(g.Read, every+"journal", every+"score", every+"response/"+opSince+"/"+m.User)
			g.Write = append(g.Write, every+"request/"+opSince+"/"+m.User)
		case DirectorTask:
			g.Read = append(g.Read, every+"response/"+opMatchNew+"/"+m.User)
			g.Write = append(g.Write, every+"request/"+opMatchNew+"/"+m.User, every+"round")
		case RefereeTask:
			g.Read = append(g.Read, every+"response/+/"+m.User)
			g.Write = append(g.Write, every+"request/+/"+m.User)
		}
	}
	return g
}

// sorted are the members as files have them: the same list gives the same file.
func (l League) sorted() []Member {
	return slices.SortedFunc(slices.Values(l.Members), func(a, b Member) int {
		return cmp.Or(cmp.Compare(a.Prefix, b.Prefix), cmp.Compare(a.Task, b.Task), cmp.Compare(a.User, b.User))
	})
}

const leagueHead = "# Who may what at the broker of a league. Written by \"jantaku access broker\"; change the list of tables and write it anew.\n"

// MosquittoRules writes an acl_file of Mosquitto 2.
func (l League) MosquittoRules(w io.Writer) error {
	var b strings.Builder
	b.WriteString(leagueHead)
	if l.Anonymous {
		b.WriteString("\n# Everybody, without a name too.\n")
		for _, prefix := range l.Prefixes() {
			for _, topic := range shown(prefix) {
				fmt.Fprintf(&b, "topic read %s\n", topic)
			}
		}
	}
	for _, m := range l.sorted() {
		fmt.Fprintf(&b, "\n# %s\nuser %s\n", m.about(), m.User)
		g := l.Grant(m)
		for _, topic := range g.Read {
			fmt.Fprintf(&b, "topic %s %s\n", map[bool]string{true: "readwrite", false: "read"}[slices.Contains(g.Write, topic)], topic)
		}
		for _, topic := range g.Write {
			if !slices.Contains(g.Read, topic) {
				fmt.Fprintf(&b, "topic write %s\n", topic)
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (m Member) about() string {
	return strings.TrimSpace(string(m.Task) + " " + strings.Trim(m.Prefix+"/"+m.Table, "/"))
}

// MosquittoPasswords writes a password_file of Mosquitto 2.
func (l League) MosquittoPasswords(w io.Writer, secrets map[string]string) error {
	for _, m := range l.sorted() {
		if _, err := fmt.Fprintf(w, "%s:%s\n", m.User, mosquittoHash(secrets[m.User])); err != nil {
			return err
		}
	}
	return nil
}

// NATSRules writes the part of a configuration of nats-server that says who may what over MQTT.
func (l League) NATSRules(w io.Writer, secrets map[string]string) error {
	var b strings.Builder
	b.WriteString(leagueHead + "authorization {\n  users = [\n")
	user := func(head string, g Grant) {
		// The broker delivers messages of QoS 1 to a session through subjects of its own.
		fmt.Fprintf(&b, "    { %s, permissions: {\n", head)
		if len(g.Write) == 0 {
			b.WriteString("        publish: { deny: \">\" }\n") // an empty list allows everything
		} else {
			fmt.Fprintf(&b, "        publish: { allow: %s }\n", subjects(g.Write))
		}
		fmt.Fprintf(&b, "        subscribe: { allow: %s } } }\n", subjects(append([]string{"$MQTT/sub/#"}, g.Read...)))
	}
	if l.Anonymous {
		var g Grant
		for _, prefix := range l.Prefixes() {
			g.Read = append(g.Read, shown(prefix)...)
		}
		user("user: anybody", g)
	}
	for _, m := range l.sorted() {
		hash, err := natsHash(secrets[m.User])
		if err != nil {
			return fmt.Errorf("password of %s: %w", m.User, err)
		}
		fmt.Fprintf(&b, "    # %s\n", m.about())
		user(fmt.Sprintf("user: %s, password: %q", m.User, hash), l.Grant(m))
	}
	b.WriteString("  ]\n}\n")
	if l.Anonymous {
		b.WriteString("mqtt { no_auth_user: anybody, port: 1883 }\n")
	} else {
		b.WriteString("mqtt { port: 1883 }\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// subjects are filters of MQTT as NATS writes them; "a/b/#" there is a.b and all below.
func subjects(filters []string) string {
	var all []string
	for _, f := range filters {
		s := strings.NewReplacer("/", ".", "+", "*", "#", ">").Replace(f)
		if above, is := strings.CutSuffix(s, ".>"); is && !strings.HasPrefix(s, "$") && !slices.Contains(all, above) {
			all = append(all, above)
		}
		if !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return `["` + strings.Join(all, `", "`) + `"]`
}
