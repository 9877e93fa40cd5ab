package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"jantaku/access"
	"jantaku/internal/command"
	"jantaku/internal/config"
	"jantaku/internal/setup"
	"jantaku/internal/table"
	"jantaku/internal/usageerror"
)

func newAccessCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "access", Short: "who may what: passwords, the admin's code", Args: command.Args(cobra.NoArgs)}
	cmd.AddCommand(&cobra.Command{
		Use:   "hash",
		Short: "ask for a password or PIN, and print what stands for it in the configuration",
		Args:  command.Args(cobra.NoArgs),
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
		Args:  command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			at, err := config.Find(path)
			if err != nil {
				return fmt.Errorf("%w: %w", usageerror.Err, err)
			}
			c, err := at.Load()
			if err != nil {
				return fmt.Errorf("%w: %w", usageerror.Err, err)
			}
			text, err := c.AdminCode(command.NewLog(false))
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), text)
			return err
		},
	}
	code.Flags().StringVar(&path, "config", "", "configuration file; without it the one that jantaku run reads")
	cmd.AddCommand(code, newPairCommand(), newAccessBrokerCommand())
	return cmd
}

func newPairCommand() *cobra.Command {
	var path, name string
	cmd := &cobra.Command{
		Use:   "pair [--name REFEREE] [--config FILE]",
		Short: "print a QR code that makes a telephone a referee's, once",
		Long: "Prints a QR code and its address. Who opens it within a quarter of an hour is a referee on that device from then on,\n" +
			"without a PIN, until an admin ends it at /setup. Where referees have names, --name says whose device it is.",
		Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			at, err := config.Find(path)
			if err != nil {
				return fmt.Errorf("%w: %w", usageerror.Err, err)
			}
			c, err := at.Load()
			if err != nil {
				return fmt.Errorf("%w: %w", usageerror.Err, err)
			}
			page, err := table.Invite(c, name)
			if err != nil {
				return err
			}
			code, err := setup.QRText(page)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s%s\n", code, page)
			return err
		},
	}
	cmd.Flags().StringVar(&path, "config", "", "configuration file; without it the one that jantaku run reads")
	cmd.Flags().StringVar(&name, "name", "", "name of the referee, as people in the configuration has it")
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
		return "", fmt.Errorf("%w: give a password", usageerror.Err)
	}
	return secret, nil
}
