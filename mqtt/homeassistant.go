package mqtt

import (
	"encoding/json"

	"jantaku/access"
)

// discovery gives the messages that make a table appear in Home Assistant as one
// device with its sensors; none when the operator did not ask for it.
func (c Config) discovery() []Message {
	if c.HomeAssistant == "" {
		return nil
	}
	id := access.DeviceID(c.Prefix, c.Node, c.Table)
	sensor := func(name, icon string, k Kind, template string) map[string]any {
		return map[string]any{"platform": "sensor", "name": name, "icon": icon, "unique_id": id + "-" + name,
			"state_topic": c.Topic(k), "value_template": template}
	}
	body, err := json.Marshal(map[string]any{
		"device":       map[string]any{"identifiers": []string{id}, "name": "jantaku " + c.Table, "manufacturer": "jantaku"},
		"origin":       map[string]any{"name": "jantaku", "sw_version": c.Program},
		"availability": []map[string]any{{"topic": c.Status(), "value_template": "{{ value_json.status }}"}},
		"components": map[string]any{
			"phase":  sensor("phase", "mdi:table-furniture", KindState, "{{ value_json.phase }}"),
			"hand":   sensor("hand", "mdi:counter", KindScore, "{{ value_json.hand }}"),
			"leader": sensor("leader", "mdi:podium-gold", KindScore, "{{ (value_json.players | sort(attribute='rank') | first).name }}"),
			"points": sensor("points", "mdi:cards", KindHand, "{{ value_json.result.points | default('') }}"),
		},
	})
	if err != nil {
		panic(err) // maps of strings cannot fail to become JSON
	}
	return []Message{{Topic: c.HomeAssistant + "/device/" + id + "/config", Payload: body, Retained: true}}
}
