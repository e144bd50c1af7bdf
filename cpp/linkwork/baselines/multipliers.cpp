#include "linkwork/baselines/multipliers.hpp"

namespace linkwork::baselines {

Multipliers::Multipliers(const ClusterTree<double>& tree)
    : dynamics_(tree), q_(tree.initialPosition()), v_(tree.initialVelocity()), a_(v_) {
  // What takes its memory when it is first called takes it here, and not in a call.
  forwardDynamics(q_, v_, AppliedForces<double>(tree), a_);
}

void Multipliers::forwardDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                                  const AppliedForces<double>& forces, VectorRef<double> a) {
  q_ = q;
  v_ = v;
  dynamics_.place(q_, placement_);
  dynamics_.partVelocities(placement_, q_, v_, velocities_);
  dynamics_.gatherForces(placement_, q_, v_, forces, applied_);
  dynamics_.addGyroscopicForces(placement_, velocities_, applied_);
  dynamics_.accelerationBias(placement_, velocities_, bias_, auxiliary_);
  dynamics_.factor(placement_);
  dynamics_.solve(applied_, bias_, auxiliary_, solution_);
  dynamics_.jointAccelerations(placement_, velocities_, solution_, a_);
  a = a_;
}

}  // namespace linkwork::baselines
