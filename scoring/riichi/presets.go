package riichi

// DefaultProfile is the profile that an empty name means.
const DefaultProfile = "seed"

// What several presets have in common.
const (
	allDoubles = "kokushi-13,suuankou-tanki,daisuushii,junsei-chuuren"
	doubles    = " double_yakuman=" + allDoubles
	noDraws    = " nagashi_mangan=false abortive_draws=none"
	threeSets  = " pao=daisangen,daisuushii,suukantsu"
	europe     = " double_wind_pair_fu=2 red_fives=false kazoe=sanbaiman multiple_yakuman=false renhou=mangan pao_scope=whole-hand" + noDraws
	tenhou     = " pao_scope=whole-hand pao_honba=liable multiple_ron=double ron_honba=first ron_sticks=first" + threeSets
	majsoul    = " ron_honba=first ron_sticks=first pao_honba=liable" + doubles
	three      = " players=3 abortive_draws=nine-terminals,four-kongs"
	jpml       = " ippatsu=false ura=false kan_dora=false kan_ura=false red_fives=false kazoe=sanbaiman multiple_yakuman=false" +
		" multiple_ron=head-bump nagashi_mangan=false" + threeSets + ",rinshan"
)

// presets name the rules of clubs and leagues as differences to the standard, and
// among them the profiles in which the reference hands are scored.
var presets = []struct{ name, differences string }{
	{"seed", "double_wind_pair_fu=2"},
	{"ema2016", europe},
	{"ema2025", europe + " kiriage=true"},
	{"ema", "red_fives=false kazoe=sanbaiman yakuman_cap=1 renhou=mangan pao_scope=whole-hand" + noDraws},
	{"wrc2025", "double_wind_pair_fu=2 red_fives=false kiriage=true renhou=mangan multiple_ron=head-bump" + noDraws + threeSets},
	{"wrc", "double_wind_pair_fu=2 red_fives=false kiriage=true kazoe=sanbaiman renhou=mangan multiple_ron=head-bump" + noDraws + threeSets},
	{"mleague", "double_wind_pair_fu=2 kiriage=true kazoe=sanbaiman multiple_ron=head-bump" + noDraws},
	{"tenhou", tenhou},
	{"tenhou3", tenhou + three},
	{"majsoul", majsoul},
	{"majsoul3", majsoul + three},
	{"double_yakuman", doubles},
	{"majiang", doubles},
	// The JPML stopped no hand any more since 2023; before, nine terminals, four winds, four riichi
	// and four quads did (Pantheon's ruleset jpmlA).
	{"jpml-a", "double_wind_pair_fu=2 abortive_draws=none" + jpml},
	{"jpml-a-2022", "double_wind_pair_fu=4 rinshan_tsumo_fu=false ryuuiisou_needs_hatsu=true" + jpml},
}

// Profiles gives the names of the presets and profiles.
func Profiles() []string {
	var names []string
	for _, p := range presets {
		names = append(names, p.name)
	}
	return names
}
