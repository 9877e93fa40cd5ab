package access

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the files that come from the table of rights")

// rightsPage is docs/rights.md.
func rightsPage() string {
	var b strings.Builder
	b.WriteString(`# Who may what

This page is written from the table in ` + "`access/rights.go`" + ` (` + "`go test ./access -update`" + `), which the broker, the pages and
the requests are checked against. A role may what the roles before it may.

| role | who |
|---|---|
| viewer | everybody who reaches the pages, and the broker with ` + "`mqtt.anonymous: read`" + ` |
| referee | who has logged in as one, or typed ` + "`web.pin`" + `; everybody on this machine where neither ` + "`web.pin`" + ` nor ` + "`people`" + ` is set; others then reach no page |
| director | who has logged in as one: holds tournaments at the hall of a league; at a table as a referee |
| admin | who has logged in as one, or typed the code that ` + "`jantaku access code`" + ` prints, where no admin is named |
| table | the daemon itself, by a secret of its own, and who has ` + "`mqtt.user`" + ` and ` + "`mqtt.password`" + ` |

Every request of a referee leaves a line in the log and in ` + "`asked.log`" + ` of the data folder, which strangers cannot fill: ` + "`asked op=… who=… role=… via=… from=… outcome=…`" + `, and what changes the books is signed there with the
account's name, which no request can choose.

## Pages

| route | least role | what |
|---|---|---|
`)
	for _, r := range Routes() {
		fmt.Fprintf(&b, "| `%s` | %v | %s |\n", r.What, r.Role, r.About)
	}
	b.WriteString("\n## Requests\n\nOver HTTP (`POST /api/request/<operation>`) and MQTT alike.\n\n| operation | least role | what |\n|---|---|---|\n")
	for _, r := range Operations() {
		fmt.Fprintf(&b, "| `%s` | %v | %s |\n", r.What, r.Role, r.About)
	}
	b.WriteString("\n## Topics\n\n`<prefix>/<table>/<kind>` and below.\n\n| kind | read by | written by | what |\n|---|---|---|---|\n")
	for _, t := range Topics() {
		write := t.Write.String()
		if t.Own {
			write += ", under the own name: `" + t.Kind + "/<operation>/<name>`; a table anywhere"
		}
		fmt.Fprintf(&b, "| `%s` | %v | %s | %s |\n", t.Kind, t.Read, write, t.About)
	}
	b.WriteString("\nThe embedded broker keeps these rules. For others they are in `packaging/mosquitto.acl` and `packaging/nats.conf`.\n")
	b.WriteString(leaguePart())
	b.WriteString("\n## The hall of a league\n\nWho may more than look is in the file that `jantaku archive --people` names.\n\n| route | least role | what |\n|---|---|---|\n")
	for _, r := range HallRoutes() {
		fmt.Fprintf(&b, "| `%s` | %v | %s |\n", r.What, r.Role, r.About)
	}
	b.WriteString("\n| change | least role | what |\n|---|---|---|\n")
	for _, r := range HallDeeds() {
		fmt.Fprintf(&b, "| `%s` | %v | %s |\n", r.What, r.Role, r.About)
	}
	return b.String()
}

// leaguePart says what each task may at the broker of a league.
func leaguePart() string {
	var b strings.Builder
	b.WriteString("\n## At the broker of a league\n\n`jantaku access broker` writes a user for each of these, for Mosquitto and NATS ([league.md](league.md)). Here the club is `jantaku/lake`; `…` are the topics that a viewer reads, of the clubs of the row.\n\n" +
		"| task | reads | writes |\n|---|---|---|\n")
	members := []Member{{"lake-1", TableTask, "jantaku/lake", "table-1", "daemon-1"}, {"archive", ArchiveTask, "", "", ""}, {"hall", HallTask, "", "", ""}, {"director", DirectorTask, "", "", ""}, {"mei", RefereeTask, "jantaku/lake", "", ""}}
	l := League{Members: members}
	list := func(of []string, short bool) string {
		var all []string
		for _, topic := range of {
			if short && (slices.Contains(shown("jantaku/lake"), topic) || slices.Contains(shown("jantaku/+"), topic)) {
				topic = "…"
			}
			if topic = "`" + topic + "`"; !slices.Contains(all, topic) {
				all = append(all, topic)
			}
		}
		return strings.ReplaceAll(strings.Join(all, ", "), "`…`", "…")
	}
	for _, m := range members {
		g := l.Grant(m)
		fmt.Fprintf(&b, "| %s | %s | %s |\n", m.Task, list(g.Read, true), list(g.Write, false))
	}
	b.WriteString("\nA director starts matches and tells the round, and nothing else: whoever runs a hall cannot confirm, correct or undo a hand at a table. A table cannot write what\nanother one tells, and so no club what another club does.\n")
	return b.String()
}

// mosquittoRules are an acl_file of Mosquitto 2 for the prefix jantaku.
func mosquittoRules() string {
	var b strings.Builder
	b.WriteString(`# Who may what at a Mosquitto broker: acl_file. Written from the table of rights, see docs/rights.md.
# Give every table's daemon the user "table", every referee a user of its own.

# Everybody, without a name too.
`)
	for _, t := range Topics() {
		if t.Read <= Viewer { // a line "topic" would be for those without a name alone
			fmt.Fprintf(&b, "pattern read jantaku/+/%s\npattern read jantaku/+/%s/#\n", t.Kind, t.Kind)
		}
	}
	b.WriteString("\n# Whoever has a name: what is asked under it, and the answer.\n")
	for _, t := range Topics() {
		switch {
		case t.Own && t.Read <= Referee:
			fmt.Fprintf(&b, "pattern readwrite jantaku/+/%s/+/%%u\n", t.Kind)
		case t.Own:
			fmt.Fprintf(&b, "pattern write jantaku/+/%s/+/%%u\n", t.Kind)
		}
	}
	b.WriteString("\n# The daemons.\nuser table\ntopic readwrite jantaku/#\ntopic readwrite homeassistant/#\n")
	return b.String()
}

// natsRules are the rights for a NATS server that speaks MQTT, for the prefix jantaku.
func natsRules() string {
	var b strings.Builder
	list := func(of []string) string { return `["` + strings.Join(of, `", "`) + `"]` }
	private := func(role Role) (deny []string) {
		for _, t := range Topics() {
			if role < t.Read {
				deny = append(deny, "jantaku.*."+t.Kind, "jantaku.*."+t.Kind+".>")
			}
		}
		return deny
	}
	b.WriteString(`# Who may what at a NATS server that speaks MQTT. Written from the table of rights, see docs/rights.md.
# Give every table's daemon the user "table"; for every referee copy "mei" with the name in both places.
authorization {
  users = [
`)
	read := `["$MQTT.sub.>", "jantaku", "jantaku.>", "homeassistant.>"]`
	fmt.Fprintf(&b, "    { user: anybody, permissions: { publish: { deny: \">\" }, subscribe: { allow: %s, deny: %s } } }\n", read, list(private(Viewer)))
	b.WriteString("    { user: table, password: \"…\", permissions: { publish: { deny: [\"$JS.>\", \"$SYS.>\", \"$MQTT.>\"] } } }\n")
	// What is denied wins, so that who reads some of the answers is told every kind that is allowed.
	own, mine := []string(nil), []string{"$MQTT.sub.>", "homeassistant.>"}
	for _, t := range Topics() {
		name := "jantaku.*." + t.Kind + ".*.mei"
		if t.Own {
			own = append(own, name)
		}
		switch {
		case t.Read <= Viewer:
			mine = append(mine, "jantaku.*."+t.Kind, "jantaku.*."+t.Kind+".>")
		case t.Own && t.Read <= Referee:
			mine = append(mine, name)
		}
	}
	fmt.Fprintf(&b, "    { user: mei, password: \"…\", permissions: { publish: { allow: %s }, subscribe: { allow: %s } } }\n", list(own), list(mine))
	b.WriteString("  ]\n}\nmqtt { no_auth_user: anybody, port: 1883 }\n")
	return b.String()
}

func TestDocsAndRulesForBrokersComeFromTheTable(t *testing.T) {
	root := ".."
	for name, want := range map[string]string{
		filepath.Join("docs", "rights.md"):          rightsPage(),
		filepath.Join("packaging", "mosquitto.acl"): mosquittoRules(),
		filepath.Join("packaging", "nats.conf"):     natsRules(),
	} {
		path := filepath.Join(root, name)
		if *update {
			if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != want {
			t.Errorf("%s is not what the table says (%v); write it with -update and read the difference", name, err)
		}
	}
}
