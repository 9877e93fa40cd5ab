package soak

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"jantaku/models"
)

// askLimit is how long a referee waits for an answer before asking again.
const askLimit = 10 * time.Second

// Ask asks a daemon whose pages are at an address for something, as its console does, and reads what it answers
// into answer, if that is not nil. The error has the reasons of a refusal.
func Ask(ctx context.Context, page, op string, body, answer any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(limited, http.MethodPost, page+"/api/request/"+op, bytes.NewReader(text))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var said struct {
		Data  json.RawMessage `json:"data"`
		Error *struct {
			Message string          `json:"message"`
			Reasons []models.Reason `json:"reasons"`
		} `json:"error"`
	}
	if err := json.NewDecoder(io.LimitReader(response.Body, 1<<20)).Decode(&said); err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	switch {
	case said.Error != nil:
		return models.Told(said.Error.Reasons, said.Error.Message)
	case answer == nil:
		return nil
	}
	return json.Unmarshal(said.Data, answer)
}

// ask asks the daemon for something.
func (s *Soak) ask(ctx context.Context, op string, body any) error {
	return Ask(ctx, s.page, op, body, nil)
}
