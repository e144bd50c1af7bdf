#include "linkwork/maximal/derivatives/multiplier_slopes.hpp"

#include <algorithm>

#include "linkwork/maximal/joint_motion_space.hpp"

namespace linkwork::maximal {
namespace {

/// Numbers of jets, by what `numberOf` picks of each.
template <typename Pick>
void pick(const PartVectorOf<DerivativeJet>& from, PartVector& to, const Pick& numberOf) {
  to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = from[i].unaryExpr(numberOf);
}

void hold(const PartVector& from, PartVectorOf<DerivativeJet>& to) {
  to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = from[i].cast<DerivativeJet>();
}

double valueOf(const DerivativeJet& x) { return x.value; }

PartPose valuesOf(const PartPoseOf<DerivativeJet>& pose) {
  return {pose.position.unaryExpr(&valueOf),
          Eigen::Quaterniond(Eigen::Vector4d(pose.attitude.coeffs().unaryExpr(&valueOf))),
          pose.rotation.unaryExpr(&valueOf)};
}

JointPose valuesOf(const JointPoseOf<DerivativeJet>& pose) {
  JointPose values;
  values.parentAxes = pose.parentAxes.unaryExpr(&valueOf);
  values.childAxes = pose.childAxes.unaryExpr(&valueOf);
  values.gap = pose.gap.unaryExpr(&valueOf);
  values.childOffset = pose.childOffset.unaryExpr(&valueOf);
  values.parentOffset = pose.parentOffset.unaryExpr(&valueOf);
  std::transform(pose.coordinates.begin(), pose.coordinates.end(), values.coordinates.begin(),
                 valueOf);
  return values;
}

}  // namespace

void MultiplierSlopes::factor(const PartConfigurationOf<Jet>& configuration) {
  at_ = configuration;
  values_.parts.resize(at_.parts.size());
  values_.joints.resize(at_.joints.size());
  for (std::size_t p = 0; p < at_.parts.size(); ++p) values_.parts[p] = valuesOf(at_.parts[p]);
  for (std::size_t j = 0; j < at_.joints.size(); ++j) values_.joints[j] = valuesOf(at_.joints[j]);
  dynamics_.factor(values_);
}

void MultiplierSlopes::solve(const PartVectorOf<Jet>& forces, const PartVectorOf<Jet>& c,
                             const VectorX<Jet>& auxiliary, PartVectorOf<Jet>& y) {
  solveValues(forces, c, auxiliary);
  hold(y_, y);
  hold(reactions_, wrenches_);

  dynamics_.relativeVelocities(at_, y, violation_, rates_);
  rates_ += auxiliary;
  for (std::size_t j = 0; j < violation_.size(); ++j) {
    violation_[j] += c[j];
    if (!dynamics_.graph().joints[j].isLoop()) keepFreeMotion(j);
  }
  dynamics_.applyInertia(at_, y, remainder_);
  for (std::size_t p = 0; p < remainder_.size(); ++p) remainder_[p] = forces[p] - remainder_[p];
  dynamics_.addConstraintForces(at_, wrenches_, multipliers_, remainder_);

  for (std::size_t k = 0; k < Jet::directions; ++k) {
    const auto slopeOf = [k](const Jet& x) { return x.partials[k]; };
    pick(remainder_, forces_, slopeOf);
    pick(violation_, c_, slopeOf);
    auxiliary_ = rates_.unaryExpr(slopeOf);
    dynamics_.solve(forces_, c_, auxiliary_, y_);
    for (std::size_t p = 0; p < y.size(); ++p)
      for (int i = 0; i < 6; ++i) y[p][i].partials[k] = y_[p][i];
  }
}

void MultiplierSlopes::solveValues(const PartVectorOf<Jet>& forces, const PartVectorOf<Jet>& c,
                                   const VectorX<Jet>& auxiliary) {
  pick(forces, forces_, &valueOf);
  pick(c, c_, &valueOf);
  auxiliary_ = auxiliary.unaryExpr(&valueOf);
  dynamics_.solve(forces_, c_, auxiliary_, y_);
  dynamics_.reactions(forces_, y_, reactions_);
  multipliers_ = dynamics_.auxiliaryMultipliers();
}

/// −δS v̇ on what is open of a joint; −δSᵀ f as forces along its motions, on its wrench.
void MultiplierSlopes::keepFreeMotion(std::size_t joint) {
  const JointPoseOf<Jet>& pose = at_.joints[joint];
  const MotionColumnsOf<Jet> motions = motionsOf(dynamics_.graph().joints[joint], pose);
  const MotionColumnsOf<Jet> dual = dualOf(motions);
  const Vector6<Jet> violation = pose.toChild(violation_[joint]);
  const Vector6<Jet> wrench = pose.toChild(wrenches_[joint]);
  Vector6<Jet> motion = Vector6<Jet>::Zero(), force = motion;
  for (Eigen::Index k = 0; k < motions.cols(); ++k) {
    Jet effort = -motions.col(k).dot(wrench);
    effort.value = 0;
    force += effort * dual.col(k);
    motion += Jet(dual.col(k).dot(violation).value) * motions.col(k);
  }
  violation_[joint] -= pose.toWorld(motion);
  wrenches_[joint] += pose.toWorld(force);
}

}  // namespace linkwork::maximal
