package main

import (
	"crypto/rand"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"jantaku/access"
	"jantaku/internal/command"
	"jantaku/internal/usageerror"
	"jantaku/models/atomicfile"
)

// brokerUsers is the file of the passwords; the others hold their hashes alone.
const brokerUsers = "users.csv"

const brokerHelp = `Writes who may what at a broker that many tables share, each with a user of its own: a table may not write what another one
tells, nor a club what another club does. --tables is a file with a line for each table, CLUB/TABLE such as
jantaku/riverside/table-1, and after a space the name of its daemon (mqtt.node), daemon-TABLE where there is none.

In the folder are then mosquitto.acl and mosquitto.passwd for Mosquitto 2, nats.conf for nats-server, and users.csv, which only its
owner may read: user, password and what stands in the configuration of whom. Passwords that are in users.csv stay as they are,
so that a table that is added changes nothing for the others.`

func newAccessBrokerCommand() *cobra.Command {
	var tables, out string
	var archives, halls, directors, referees []string
	var league access.League
	var closed bool
	cmd := &cobra.Command{Use: "broker --tables FILE --out FOLDER", Short: "write users and rights for the broker of a league, Mosquitto or NATS", Long: brokerHelp, Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if league.Members, err = readFile(tables, access.ReadTables); err != nil {
				return fmt.Errorf("%w: --tables: %w", usageerror.Err, err)
			}
			for i, names := range [][]string{archives, halls, directors} {
				for _, name := range names {
					league.Members = append(league.Members, access.Member{User: name, Task: [...]access.Task{access.ArchiveTask, access.HallTask, access.DirectorTask}[i]})
				}
			}
			for _, one := range referees {
				club, name, ok := cutLast(one, "/")
				if !ok {
					return fmt.Errorf("%w: --referee %q is not CLUB/NAME", usageerror.Err, one)
				}
				league.Members = append(league.Members, access.Member{User: name, Task: access.RefereeTask, Prefix: club})
			}
			league.Anonymous = !closed
			if err := league.Validate(); err != nil {
				return fmt.Errorf("%w: %w", usageerror.Err, err)
			}
			if err := writeBrokerFiles(league, out); err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d users are in %s; the passwords are in %s\n", len(league.Members), out, filepath.Join(out, brokerUsers))
			return err
		}}
	flags := cmd.Flags()
	flags.StringVar(&tables, "tables", "", "file with the tables")
	flags.StringVar(&out, "out", "broker", "folder that is written")
	flags.StringSliceVar(&archives, "archive", []string{"archive"}, "users of archives, which hear all journals; each archive has its own")
	flags.StringSliceVar(&halls, "hall", nil, "users of halls that only show")
	flags.StringSliceVar(&directors, "director", []string{"director"}, "users of halls at which tournaments are directed")
	flags.StringSliceVar(&referees, "referee", nil, "a person who is a referee at the tables of a club, over the broker: CLUB/NAME")
	flags.BoolVar(&closed, "closed", false, "let nobody read without a name")
	return cmd
}

// cutLast divides a text at the last of a mark.
func cutLast(text, mark string) (before, after string, ok bool) {
	at := strings.LastIndex(text, mark)
	if at < 1 || at == len(text)-len(mark) {
		return "", "", false
	}
	return text[:at], text[at+len(mark):], true
}

// writeBrokerFiles writes all files of a league into a folder.
func writeBrokerFiles(l access.League, folder string) error {
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	secrets, err := brokerSecrets(filepath.Join(folder, brokerUsers))
	if err != nil {
		return err
	}
	for _, m := range l.Members {
		if secrets[m.User] == "" {
			secrets[m.User] = rand.Text()
		}
	}
	for _, file := range []struct {
		name  string
		mode  fs.FileMode
		write func(io.Writer) error
	}{
		{brokerUsers, 0o600, func(w io.Writer) error { return writeBrokerUsers(w, l, secrets) }}, // first: hashes without their secrets are of no use
		{"mosquitto.acl", 0o640, l.MosquittoRules},
		{"mosquitto.passwd", 0o640, func(w io.Writer) error { return l.MosquittoPasswords(w, secrets) }},
		{"nats.conf", 0o640, func(w io.Writer) error { return l.NATSRules(w, secrets) }},
	} {
		var text strings.Builder
		err := file.write(&text)
		if err == nil {
			err = atomicfile.WriteFile(filepath.Join(folder, file.name), []byte(text.String()), file.mode)
		}
		if err != nil {
			return fmt.Errorf("rights at the broker: %s: %w", file.name, err)
		}
	}
	return nil
}

// brokerSecrets reads the passwords that were given before; none where there is no file.
func brokerSecrets(file string) (map[string]string, error) {
	secrets := map[string]string{}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return secrets, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for _, fields := range lines {
		if len(fields) > 1 && len(fields[1]) >= 16 { // the head has none
			secrets[fields[0]] = fields[1]
		}
	}
	return secrets, nil
}

func writeBrokerUsers(w io.Writer, l access.League, secrets map[string]string) error {
	lines := csv.NewWriter(w)
	err := lines.Write([]string{"mqtt.user", "mqtt.password", "task", "mqtt.prefix", "table.id", "mqtt.node"})
	for _, m := range l.Members {
		if err == nil {
			err = lines.Write([]string{m.User, secrets[m.User], string(m.Task), m.Prefix, m.Table, m.Node})
		}
	}
	lines.Flush()
	return errors.Join(err, lines.Error())
}
