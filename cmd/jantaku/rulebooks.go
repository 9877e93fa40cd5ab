package main

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/lingque"
	"jantaku/scoring/mcr"
	"jantaku/scoring/riichi"
	"jantaku/scoring/yuque"
)

// book is a rule book as the command line knows it.
type book struct {
	about    string
	profiles []string // empty where the book is its only profile
	open     func(profile string, set map[string]string) (scoring.Tabled, error)
	// standard is the profile that holds where nobody chose; empty where that needs no word.
	standard string
	// settings are options of the book that a club decides as it starts a match.
	settings []models.Choice
}

// rulings are the points that a profile of a rule book settles otherwise than its table.
func rulings(rules, profile string) []mcr.Ruling {
	if rules != "mcr" {
		return nil
	}
	return mcr.Rulings(profile)
}

// books are the rule books by their ids.
func books() map[string]book {
	return map[string]book{
		"lingque-26": {about: "灵雀 26th edition (second draft)", open: openWith(lingque.Edition(26), lingque.NewWith)},
		"lingque-29": {about: "灵雀 29th edition, the default", open: openWith(lingque.Edition(29), lingque.NewWith)},
		"mcr": {about: "国标麻将, 81 fans, five profiles", profiles: mcr.Profiles(), open: openWith(mcr.Profile, mcr.New), standard: mcr.DefaultProfile,
			settings: []models.Choice{{Key: "minimum", Default: strconv.Itoa(mcr.MinPoints)}}},
		"riichi": {about: "立直麻雀, with profiles and options", profiles: riichi.Profiles(), open: openWith(riichi.Profile, riichi.New)},
		"yuque-54": {about: "玉雀 54th edition", open: openWith(yuque.Profile, yuque.New),
			settings: []models.Choice{{Key: "minimum", Default: "0"}, {Key: "self_draw", Values: []string{"standard", "winner_bonus"}, Default: "standard"},
				{Key: "suo_fanke", Values: []string{"13", "12"}, Default: "13"}}},
	}
}

// defaultRules is the rule book of a table that names none.
const defaultRules = "lingque-29"

func bookIDs() []string {
	var ids []string
	for id := range books() {
		ids = append(ids, id)
	}
	sort.Strings(ids)
	return ids
}

// settable are options that can be set one by one.
type settable[O any] interface {
	*O
	Set(key, value string) error
}

// openWith makes a rule book from a profile and single options over it. A profile
// or option that does not exist is wrong use.
func openWith[O any, S settable[O], R scoring.Tabled](profiled func(string) (O, error), build func(O) (R, error)) func(string, map[string]string) (scoring.Tabled, error) {
	return func(profile string, set map[string]string) (scoring.Tabled, error) {
		options, err := profiled(profile)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errUsage, err)
		}
		for key, value := range set {
			if err := S(&options).Set(key, value); err != nil {
				return nil, fmt.Errorf("%w: %w", errUsage, err)
			}
		}
		rules, err := build(options)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errUsage, err)
		}
		return rules, nil
	}
}

// rulesFlags are the flags that choose a rule book.
type rulesFlags struct {
	id, profile string
	set         []string
}

func (f *rulesFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.id, "rules", defaultRules, "rule book: "+strings.Join(bookIDs(), ", "))
	cmd.Flags().StringVar(&f.profile, "profile", "", "profile of the rule book")
	cmd.Flags().StringArrayVar(&f.set, "set", nil, "option of the rule book as key=value; may be repeated")
}

// open makes the rule book. A name or an option that does not exist is wrong use.
func (f *rulesFlags) open() (scoring.Tabled, error) {
	return openBook(f.id, f.profile, f.set)
}

// options are the single options as a match keeps them.
func (f *rulesFlags) options() map[string]string {
	var options map[string]string
	for _, s := range f.set {
		if key, value, ok := strings.Cut(s, "="); ok {
			if options == nil {
				options = map[string]string{}
			}
			options[key] = value
		}
	}
	return options
}

func openBook(id, profile string, set []string) (scoring.Tabled, error) {
	b, ok := books()[id]
	if !ok {
		return nil, fmt.Errorf("%w: rules %q is not one of %s", errUsage, id, strings.Join(bookIDs(), ", "))
	}
	options := map[string]string{}
	for _, s := range set {
		key, value, ok := strings.Cut(s, "=")
		if !ok {
			return nil, fmt.Errorf("%w: --set %q is not of the form key=value", errUsage, s)
		}
		options[key] = value
	}
	return b.open(profile, options)
}
