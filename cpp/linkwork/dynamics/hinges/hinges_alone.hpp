#pragma once

#include "linkwork/dynamics/hinges/hinge.hpp"
#include "linkwork/dynamics/hinges/plan.hpp"

namespace linkwork::hinges {

/// The recursion's other half (recursion.hpp) where there are hinges and floating bodies only, and
/// loops are solved before it. Joints that move no mass are for the scalar to mark (acceptPivot).
template <typename S>
struct HingesAlone {
  using Segment = Plan::Segment;

  void updateMotions(const Plan::Group&, const S*, const S*) {}
  void throwMassless(int) {}
  void outward(const Segment&, const Memory<S>&) {}
  void inward(const Segment&, const Memory<S>&) {}
  void accelerate(const Segment&, const Memory<S>&, S*) {}
  void outwardMotion(const Segment&, const Memory<S>&, const S*) {}
  void inwardForces(const Segment&, const Memory<S>&, S*) {}
  void takeMotion(int, const Motion<S>&) {}
  template <typename Sum>
  void addTo(Sum&, int) {}
  void takeIncrement(int, const Increment<S>&) {}
};

}  // namespace linkwork::hinges
