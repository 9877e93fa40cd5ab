package histories

import (
	"jantaku/vision/play/evidence"
)

// explain gives the histories in which sight number at follows h.
func (p *Hands) explain(h *History, at int) []*History {
	s := &p.Sights[at]
	if s.Act == evidence.NothingSeen {
		return []*History{h.after(0)}
	}
	e := explanation{p: p, h: p.waitsForSticks(h, at), s: s, at: at}
	if s.Unread {
		e.keep(log(p.Priors.UnreadFalse))
		e.h = e.h.after(log(p.Priors.Unread))
	}
	switch {
	case h.Phase == Over:
		e.afterwards()
		return e.found
	case e.givesUp():
		e.keep(0)
		return e.found
	}
	switch s.Act {
	case evidence.DiscardSeen:
		e.discard()
	case evidence.GoneSeen:
		e.gone()
	case evidence.MeldSeen:
		e.meld()
	case evidence.AddedSeen:
		e.added()
		if s.Flower > 0 {
			e.flower(s.Flower)
		}
	case evidence.FlowerSeen:
		e.flower(s.Slots[0])
	case evidence.DoraSeen:
		e.dora()
	case evidence.LaidSeen:
		e.laid()
	case evidence.TakenSeen:
		e.taken()
	case evidence.StickSeen:
		e.stick()
	case evidence.StickGoneSeen:
		e.stickGone()
	case evidence.SweptSeen:
		e.swept()
	}
	return e.found
}
