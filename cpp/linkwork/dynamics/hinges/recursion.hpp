#pragma once

#include "linkwork/dynamics/hinges/hinge_memory.hpp"

/// Forward and inverse dynamics over all segments of a plan, in any scalar.
namespace linkwork::hinges {

/// What acts and what is asked of one call; arrays by entry in q and v.
template <typename S>
struct RecursionInputs {
  const S *q, *v;
  const S* torque;   ///< of all joints, passive forces included
  const S* gravity;  ///< [m/s²], world axes
};

/// One call, after turnHinges at the same q. `General` does what is not the hinges' own:
///
///   updateMotions(group, q, v)      G, g and independent joints of a group that loops tie
///   throwMassless(body)             if the joint below a body moves no mass
///
/// and for segments of kind general, and at the bodies where the kinds meet (interface bodies):
///
///   outward(segment), inward(segment), accelerate(segment)
///   outwardMotion(segment, a), inwardForces(segment, torque)      the same for inverse dynamics
///   takeMotion(body, motion)        from a hinge's body: what general clusters on it begin with
///   addTo(articulated, body)        from general clusters to the hinge's body that carries them
///   addTo(force, body)              the same for inverse dynamics
///   takeIncrement(body, increment)
template <typename S, typename General>
class Recursion {
 public:
  using Segment = Plan::Segment;
  using Kind = Segment::Kind;

  Recursion(const Plan& plan, const RecursionPasses<S>& passes, HingeMemory<S>& memory,
            const RecursionInputs<S>& inputs, General& general)
      : plan_(plan),
        passes_(passes),
        store_(memory),
        memory_(memory.view(plan)),
        inputs_(inputs),
        general_(general) {
    Motion<S>& atGround = memory_.motions[ground];
    atGround = {};  // gravity counts as its acceleration
    for (int k = 0; k < 3; ++k) atGround.linear[k] = -inputs.gravity[k];
  }

  void forwardDynamics(S* a) {
    for (const int body : plan_.branchingBodies()) memory_.articulated[body] = {};
    const auto& segments = plan_.segments();
    for (const Segment& segment : segments) {
      if (segment.kind == Kind::general)
        general_.outward(segment, memory_);
      else
        outward(segment, nullptr);
    }
    driveRotors();
    for (auto segment = segments.rbegin(); segment != segments.rend(); ++segment) {
      if (segment->kind == Kind::general)
        general_.inward(*segment, memory_);
      else
        inward(*segment, a);
    }
    for (const Segment& segment : segments) accelerate(segment, a);
    for (const Plan::Gear& gear : plan_.gears())
      a[gear.velocity] = gear.ratio * a[memory_.hinges[gear.hinge].velocity];
  }

  void inverseDynamics(const S* a, S* torque) {
    for (const int body : plan_.branchingBodies()) memory_.forces[body] = {};
    const auto& segments = plan_.segments();
    for (const Segment& segment : segments) {
      if (segment.kind == Kind::general)
        general_.outwardMotion(segment, memory_, a);
      else
        outward(segment, a);
    }
    driveRotors();
    for (auto segment = segments.rbegin(); segment != segments.rend(); ++segment) {
      if (segment->kind == Kind::general)
        general_.inwardForces(*segment, memory_, torque);
      else
        inwardForces(*segment, torque);
    }
  }

 private:
  /// Adds what acts on the rotors to τ of their hinges.
  void driveRotors() {
    for (const Plan::Gear& gear : plan_.gears())
      memory_.scratch[gear.hinge].torque() += gear.ratio * inputs_.torque[gear.velocity];
  }
  /// With the independent joints of this pose.
  const CoupledGroup<S>& numbersOf(const Plan::Group& group) const {
    return store_.coupledGroups[static_cast<std::size_t>(group.numbers.place)];
  }
  const FloatingBody<S>& floatingBody(int i) const {
    return store_.floatingBodies[static_cast<std::size_t>(i)];
  }
  Force<S>& floatingForce(int i) const { return store_.floating[static_cast<std::size_t>(i)]; }
  const Plan::Group& group(int i) const { return plan_.groups()[static_cast<std::size_t>(i)]; }

  /// Motions of hinges and floating bodies: at q̈ = 0, or at the accelerations given.
  void outward(const Segment& segment, const S* a) {
    if (segment.kind == Kind::floating) {
      for (int i = segment.first; i < segment.last; ++i)
        passes_.outwardFloating(memory_, floatingBody(i), inputs_.q, inputs_.v, a, inputs_.gravity,
                                floatingForce(i));
    } else if (segment.kind == Kind::coupled) {
      for (int i = segment.first; i < segment.last; ++i) {
        if (!group(i).isConstant) general_.updateMotions(group(i), inputs_.q, inputs_.v);
        passes_.outwardCoupled(memory_, numbersOf(group(i)), inputs_.v, a, inputs_.torque);
      }
    } else if (a) {
      passes_.outwardMotion(memory_, segment.first, segment.last, inputs_.v, inputs_.torque, a);
    } else {
      passes_.outwardBias(memory_, segment.first, segment.last, inputs_.v, inputs_.torque);
    }
    for (const int body : segment.interfaceBodies) general_.takeMotion(body, memory_.motions[body]);
  }

  void inward(const Segment& segment, S* a) {
    for (const int body : segment.interfaceBodies) general_.addTo(memory_.articulated[body], body);
    if (segment.kind == Kind::hinges) {
      const int massless = passes_.inward(memory_, segment.first, segment.last);
      if (massless >= 0) general_.throwMassless(memory_.hinges[massless].body);
      return;
    }
    if (segment.kind == Kind::coupled) {
      for (int i = segment.last - 1; i >= segment.first; --i)
        if (!passes_.inwardCoupled(memory_, numbersOf(group(i))))
          general_.throwMassless(group(i).firstBody);
      return;
    }
    for (int i = segment.first; i < segment.last; ++i)
      if (!passes_.accelerateFloating(memory_, floatingBody(i), floatingForce(i), inputs_.torque,
                                      a))
        general_.throwMassless(floatingBody(i).body);
  }

  void accelerate(const Segment& segment, S* a) {
    if (segment.kind == Kind::general) return general_.accelerate(segment, memory_, a);
    if (segment.kind == Kind::hinges) passes_.accelerate(memory_, segment.first, segment.last, a);
    if (segment.kind == Kind::coupled)
      for (int i = segment.first; i < segment.last; ++i)
        passes_.accelerateCoupled(memory_, numbersOf(group(i)), a);
    for (const int body : segment.interfaceBodies)
      general_.takeIncrement(body, memory_.increments[body]);
  }

  void inwardForces(const Segment& segment, S* torque) {
    for (const int body : segment.interfaceBodies) general_.addTo(memory_.forces[body], body);
    if (segment.kind == Kind::floating) {
      for (int i = segment.first; i < segment.last; ++i) {
        const Force<S>& own = floatingForce(i);
        const Force<S>& others = memory_.forces[floatingBody(i).body];
        const int first = floatingBody(i).velocity;
        for (int k = 0; k < 3; ++k) {
          torque[first + k] = own.n[k] + others.n[k] - inputs_.torque[first + k];
          torque[first + 3 + k] = own.f[k] + others.f[k] - inputs_.torque[first + 3 + k];
        }
      }
      return;
    }
    if (segment.kind == Kind::coupled) {
      for (int i = segment.last - 1; i >= segment.first; --i)
        passes_.inwardForcesCoupled(memory_, numbersOf(group(i)), torque);
      return;
    }
    passes_.inwardForces(memory_, segment.first, segment.last, torque);
  }

  const Plan& plan_;
  const RecursionPasses<S>& passes_;
  HingeMemory<S>& store_;
  const Memory<S> memory_;
  const RecursionInputs<S> inputs_;
  General& general_;
};

}  // namespace linkwork::hinges
