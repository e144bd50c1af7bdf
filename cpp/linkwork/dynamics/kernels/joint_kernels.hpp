#pragma once

// The joint kernel of each segment of a plan: a run of revolute joints, coupled revolute joints, a
// floating body, or clusters of any joints. aba.hpp and rnea.hpp are written with them.

#include "linkwork/dynamics/kernels/coupled_revolutes.hpp"
#include "linkwork/dynamics/kernels/floating_body.hpp"
#include "linkwork/dynamics/kernels/kernel_workspace.hpp"
#include "linkwork/dynamics/kernels/revolute.hpp"

namespace linkwork::kernels {
namespace {

/// An empty kernel for plans without clusters of any joints. The scalar detects joints that move no
/// mass (acceptPivot).
template <typename S>
struct RevolutesAlone {
  using Segment = Plan::Segment;

  void forward(const Segment&, const Memory<S>&, const S*) {}
  int eliminate(const Segment&, const Memory<S>&) { return -1; }
  void accelerate(const Segment&, const Memory<S>&, S*) {}
  void backward(const Segment&, const Memory<S>&, S*) {}
};

/// `General` has the clusters of any joints (general_clusters.hpp) and the same operations. The
/// eliminating operations return a body whose joint moves no mass, or −1.
template <typename S, typename General>
class JointKernels {
 public:
  using Segment = Plan::Segment;
  using Kind = Segment::Kind;

  /// The joint transforms at q, and G and g of clusters at q and v, are up to date.
  JointKernels(const Plan& plan, KernelWorkspace<S>& memory, const RecursionInputs<S>& inputs,
               General& general)
      : plan_(plan), data_(memory.view(plan)), inputs_(inputs), general_(general) {
    data_.motions[ground] = {{}, {}, -Vec3<S>::from(inputs.gravity)};  // −g as its acceleration
  }

  const std::vector<Segment>& segments() const { return plan_.segments(); }
  void clearInertias() const {
    for (const int body : plan_.branchingBodies()) data_.articulated[body] = {};
  }
  void clearForces() const {
    for (const int body : plan_.branchingBodies()) data_.forces[body] = {};
  }

  /// Velocities, and the forces of bodies at the accelerations `a`; null: at q̈ = 0.
  void forward(const Segment& segment, const S* a) const {
    const Kind kind = segment.kind;
    const int first = segment.first, last = segment.last;
    if (kind == Kind::general) return general_.forward(segment, data_, a);
    if (kind == Kind::revolutes)
      return a ? kernels::forward<true>(data_, first, last, inputs_.v, inputs_.torque, a)
               : kernels::forward<false>(data_, first, last, inputs_.v, inputs_.torque, a);
    for (int i = first; i < last; ++i)
      if (kind == Kind::coupled)
        kernels::forward(data_, data_.coupledGroups[i], inputs_.v, a, inputs_.torque);
      else
        kernels::forward(data_, data_.floatingBodies[i], inputs_.q, inputs_.v, a, inputs_.gravity,
                         data_.floatingForces[i]);
  }

  /// Adds the forces on rotors to τ of their joints.
  void addRotorTorques() const {
    for (const Plan::Gear& gear : plan_.gears())
      data_.workspace[gear.revolute].torque() += gear.ratio * inputs_.torque[gear.velocity];
  }

  /// A − U D⁻¹ Uᵀ and p + U D⁻¹ u of each joint, added to its parent.
  int eliminate(const Segment& segment) const {
    if (segment.kind == Kind::general) return general_.eliminate(segment, data_);
    if (segment.kind == Kind::revolutes) {
      const int massless = kernels::eliminate(data_, segment.first, segment.last);
      return massless < 0 ? -1 : data_.revolutes[massless].body;
    }
    if (segment.kind == Kind::coupled)
      for (int i = segment.last - 1; i >= segment.first; --i)
        if (!kernels::eliminate(data_, data_.coupledGroups[i]))
          return plan_.groups()[at(i)].firstBody;
    return -1;  // a floating body has no parent
  }

  /// q̈ = D⁻¹ (u − Uᵀ a'), and its increments of the accelerations of bodies.
  int accelerate(const Segment& segment, S* a) const {
    const int first = segment.first, last = segment.last;
    if (segment.kind == Kind::general) general_.accelerate(segment, data_, a);
    if (segment.kind == Kind::revolutes) kernels::accelerate(data_, first, last, a);
    if (segment.kind == Kind::coupled)
      for (int i = first; i < last; ++i) kernels::accelerate(data_, data_.coupledGroups[i], a);
    if (segment.kind == Kind::floating)
      for (int i = first; i < last; ++i)
        if (!kernels::accelerate(data_, data_.floatingBodies[i], data_.floatingForces[i],
                                 inputs_.torque, a))
          return data_.floatingBodies[i].body;
    return -1;
  }

  void accelerateRotors(S* a) const {
    for (const Plan::Gear& gear : plan_.gears())
      a[gear.velocity] = gear.ratio * a[data_.revolutes[gear.revolute].velocity];
  }

  /// Sᵀf less τ of each joint, and f added to the force on its parent.
  void backward(const Segment& segment, S* torque) const {
    if (segment.kind == Kind::general) return general_.backward(segment, data_, torque);
    if (segment.kind == Kind::revolutes)
      return kernels::backward(data_, segment.first, segment.last, torque);
    for (int i = segment.last - 1; i >= segment.first; --i)
      if (segment.kind == Kind::coupled)
        kernels::backward(data_, data_.coupledGroups[i], torque);
      else
        kernels::backward(data_, data_.floatingBodies[i], data_.floatingForces[i], inputs_.torque,
                          torque);
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  const Plan& plan_;
  const Memory<S> data_;
  const RecursionInputs<S> inputs_;
  General& general_;
};

}  // namespace
}  // namespace linkwork::kernels
