#include "linkwork/simulation/contact_events.hpp"

#include <utility>

namespace linkwork {

void ContactEvents::add(const contact::ContactTally& tally, double time) {
  now_.assign(tally.touches().begin(), tally.touches().end());
  // Both lists are in ascending order of colliders.
  auto before = touching_.begin();
  for (contact::Touch& touch : now_) {
    for (; before != touching_.end() && before->colliders < touch.colliders; ++before)
      push(ContactEvent::Type::ended, *before, time);
    if (before != touching_.end() && before->colliders == touch.colliders) {
      touch.impulse += before->impulse;
      ++before;
    } else {
      push(ContactEvent::Type::began, touch, time);
    }
  }
  for (; before != touching_.end(); ++before) push(ContactEvent::Type::ended, *before, time);
  touching_.swap(now_);
}

std::vector<ContactEvent> ContactEvents::take() { return std::exchange(events_, {}); }

void ContactEvents::push(ContactEvent::Type type, const contact::Touch& touch, double time) {
  if (events_.size() == most) events_.erase(events_.begin(), events_.begin() + most / 2);
  events_.push_back({type, touch.colliders, touch.impulse, time});
}

}  // namespace linkwork
