package main

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"jantaku/internal/access"
	"jantaku/internal/config"
)

func newAccessCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "access", Short: "who may what: passwords, the admin's code", Args: usage(cobra.NoArgs)}
	cmd.AddCommand(&cobra.Command{
		Use:   "hash",
		Short: "ask for a password or PIN, and print what stands for it in the configuration",
		Args:  usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			secret, err := readSecret(cmd.InOrStdin(), cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), access.Hash(secret))
			return err
		},
	})
	var path string
	code := &cobra.Command{
		Use:   "code [--config FILE]",
		Short: "print the code that makes an admin where the configuration names none",
		Args:  usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			at, err := whereConfig(path)
			if err != nil {
				return fmt.Errorf("%w: %w", errUsage, err)
			}
			c, err := at.load()
			if err != nil {
				return fmt.Errorf("%w: %w", errUsage, err)
			}
			text, err := adminCode(c)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), text)
			return err
		},
	}
	code.Flags().StringVar(&path, "config", "", "configuration file; without it the one that jantaku run reads")
	cmd.AddCommand(code)
	return cmd
}

// readSecret reads a line; from a terminal without showing it.
func readSecret(in io.Reader, prompt io.Writer) (string, error) {
	if f, ok := in.(*os.File); ok {
		fd := int(f.Fd())
		if state, err := unix.IoctlGetTermios(fd, unix.TCGETS); err == nil {
			hidden := *state
			hidden.Lflag &^= unix.ECHO
			if err := unix.IoctlSetTermios(fd, unix.TCSETS, &hidden); err != nil {
				return "", fmt.Errorf("hide what is typed: %w", err)
			}
			defer unix.IoctlSetTermios(fd, unix.TCSETS, state)
			fmt.Fprint(prompt, "password or PIN: ")
			defer fmt.Fprintln(prompt)
		}
	}
	line, err := bufio.NewReader(io.LimitReader(in, 1024)).ReadString('\n')
	secret := strings.TrimRight(line, "\r\n")
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("password: %w", err)
	}
	if secret == "" {
		return "", fmt.Errorf("%w: give a password", errUsage)
	}
	return secret, nil
}

// adminCodeName is the file of the code that makes an admin, in the data folder: who can read
// that folder owns the table.
const adminCodeName = "admin-code"

// adminCodeLength is short enough to be typed on a telephone, 50 bits.
const adminCodeLength = 10

// adminCode gives the code, and makes it the first time.
func adminCode(c config.Config) (string, error) {
	name := filepath.Join(c.Data, adminCodeName)
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		if err := os.MkdirAll(c.Data, 0o750); err != nil {
			return "", fmt.Errorf("admin's code: %w", err)
		}
		text = []byte(rand.Text()[:adminCodeLength] + "\n")
		err = os.WriteFile(name, text, 0o600)
	}
	if err != nil {
		return "", fmt.Errorf("admin's code: %w", err)
	}
	code := strings.TrimSpace(string(text))
	if len(code) < adminCodeLength {
		return "", fmt.Errorf("admin's code: %s is too short; remove it to have another made", name)
	}
	return code, nil
}

// accounts are those of the pages: the people of the configuration, the PIN, and the admin's
// code where nobody is an admin.
func accounts(c config.Config) (*access.Accounts, error) {
	shared := c.Shared()
	for _, one := range c.People {
		if one.Role == access.Admin {
			return access.New(c.People, shared)
		}
	}
	code, err := adminCode(c)
	if err != nil {
		return nil, err
	}
	return access.New(c.People, append(shared, access.Account{Role: access.Admin, Password: code}))
}
