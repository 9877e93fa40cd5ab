// Package config is what the daemon is told: the configuration file and the environment over its defaults.
package config
