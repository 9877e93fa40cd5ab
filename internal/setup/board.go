package setup

import (
	"context"
	"jantaku/device"
	"jantaku/models"
	"slices"
)

// listen begins to listen to a port, or to none.
func (s *Setup) listen(_ context.Context, wish struct {
	Port    string `json:"port"`
	Baud    int    `json:"baud"`
	Dialect string `json:"dialect"`
}) (any, error) {
	if wish.Port == "" {
		s.line.job.stop()
		return struct{}{}, nil
	}
	if running, _ := s.config.Values["table.port"].(string); running == wish.Port {
		return nil, models.Refused("setup-port-running", models.Data{"name": wish.Port}, "setup: the table itself listens to %s", wish.Port)
	}
	if wish.Dialect == device.Pattern || wish.Dialect == device.Contact {
		return nil, models.Refused("setup-dialect", nil, "setup: what a board of the dialect %s means stands in the configuration", wish.Dialect)
	}
	return struct{}{}, s.line.start(device.Options{Port: wish.Port, Baud: wish.Baud, Dialect: wish.Dialect})
}

// heard tells what was heard since a number.
func (s *Setup) heard(_ context.Context, wish struct {
	Since int `json:"since"`
}) (any, error) {
	s.line.mu.Lock()
	defer s.line.mu.Unlock()
	news := []heard{}
	for _, h := range s.line.heard {
		if h.N >= wish.Since {
			news = append(news, h)
		}
	}
	return map[string]any{"next": s.line.next, "heard": news}, nil
}

// adapterBegin writes the firmware, where that is wished, and then looks at the inputs until the port is needed otherwise.
func (s *Setup) adapterBegin(_ context.Context, wish struct {
	Port  string `json:"port"`
	Flash bool   `json:"flash"`
}) (any, error) {
	if running, _ := s.config.Values["table.port"].(string); running == wish.Port && wish.Port != "" {
		return nil, models.Refused("setup-port-running", models.Data{"name": wish.Port}, "setup: the table itself listens to %s", wish.Port)
	}
	names, err := device.FindPorts(wish.Port)
	if err != nil || wish.Port == "" {
		return nil, models.Refused("setup-port", models.Data{"name": wish.Port}, "setup: %w", err)
	}
	s.line.job.hold()
	defer s.line.job.release()
	a := s.adapter
	a.begin(map[bool]string{true: "flash", false: "inputs"}[wish.Flash])
	return struct{}{}, s.line.job.begin(func(ctx context.Context) {
		err := a.work(ctx, names[0], wish.Flash)
		if ctx.Err() != nil {
			err = nil // somebody needed the port
		}
		if err != nil {
			s.config.Log.Warn("the adapter board", "port", names[0], "err", err)
		}
		a.end(err)
	}, a.end)
}

// adapterState tells what is done with the board and which contacts closed since a number.
func (s *Setup) adapterState(_ context.Context, wish struct {
	Since int `json:"since"`
}) (any, error) {
	a := s.adapter
	a.mu.Lock()
	defer a.mu.Unlock()
	presses := []press{}
	for _, one := range a.presses {
		if one.N >= wish.Since {
			presses = append(presses, one)
		}
	}
	state := map[string]any{"doing": a.doing, "reasons": models.ReasonsOf(a.failed), "percent": a.percent, "written": a.written, "pins": slices.Clone(a.pins), "presses": presses, "next": a.next}
	if a.health != nil {
		state["starts"] = a.health.Starts
	}
	if a.sticks != nil {
		state["sticks"] = *a.sticks
	}
	return state, nil
}

// adapterName makes pins the win buttons of places 1 to 4.
func (s *Setup) adapterName(ctx context.Context, wish struct {
	Pins [models.Places]string `json:"pins"`
}) (any, error) {
	for i, pin := range wish.Pins {
		if !slices.Contains(device.PinNames(), pin) || slices.Contains(wish.Pins[:i], pin) {
			return nil, models.Refused("bad-request", nil, "setup: %.40q is no four different pins", wish.Pins)
		}
	}
	return s.adapterSet(ctx, func(ctx context.Context, board *device.SettingsClient) error {
		return nameButtons(ctx, board, wish.Pins)
	})
}

// adapterSticks chooses which score sticks the drawers have.
func (s *Setup) adapterSticks(ctx context.Context, wish struct {
	Kind string `json:"kind"`
}) (any, error) {
	known := func(kind device.DrawerKind) bool { return kind.Name == wish.Kind }
	if wish.Kind != noSticks && !slices.ContainsFunc(device.DrawerKinds(), known) {
		return nil, models.Refused("bad-request", nil, "setup: %.40q is no kind of sticks", wish.Kind)
	}
	return s.adapterSet(ctx, func(ctx context.Context, board *device.SettingsClient) error {
		return chooseSticks(ctx, board, wish.Kind)
	})
}

// adapterSet lets who looks at the board set something.
func (s *Setup) adapterSet(ctx context.Context, do func(context.Context, *device.SettingsClient) error) (any, error) {
	a := s.adapter
	a.mu.Lock()
	to := a.wishes
	looking := a.doing == "inputs"
	a.mu.Unlock()
	if !looking {
		return nil, models.Refused("setup-adapter-away", nil, "setup: nobody looks at a board")
	}
	ctx, cancel := context.WithTimeout(ctx, wishTime)
	defer cancel()
	done := make(chan error, 1)
	select {
	case to <- wish{do, done}:
	case <-ctx.Done():
		return nil, models.Refused("setup-adapter-away", nil, "setup: %w", ctx.Err())
	}
	select {
	case err := <-done:
		switch {
		case len(models.ReasonsOf(err)) > 0:
			return nil, err
		case err != nil:
			return nil, models.Refused("setup-adapter-refused", nil, "setup: %w", err)
		}
		return struct{}{}, nil
	case <-ctx.Done():
		return nil, models.Refused("setup-adapter-away", nil, "setup: %w", ctx.Err())
	}
}
