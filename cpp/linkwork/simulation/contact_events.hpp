#pragma once

#include <vector>

#include "linkwork/contact/contact_tally.hpp"
#include "linkwork/simulation.hpp"

namespace linkwork {

/// What began and what ended to touch, from the contacts of successive steps.
class ContactEvents {
 public:
  /// Adds the contacts of a step that ends at a time [s].
  void add(const contact::ContactTally& tally, double time);
  /// The events since the last call, in their order. Keeps the latest `most`.
  std::vector<ContactEvent> take();
  static constexpr std::size_t most = 65536;

 private:
  void push(ContactEvent::Type type, const contact::Touch& touch, double time);

  std::vector<contact::Touch> touching_, now_;  ///< with the impulses since they began
  std::vector<ContactEvent> events_;
};

}  // namespace linkwork
