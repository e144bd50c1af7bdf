#pragma once

#include <stdexcept>

#include "linkwork/dynamics/forces.hpp"

namespace linkwork::papers {

/// One way of computing the dynamics of one mechanism, with scratch memory of its own, which is all
/// taken at construction: a call allocates nothing. The tree must outlive it; one thread at a time.
///
/// All methods answer the same questions about the same ClusterTree, in the same layout:
/// q, v, a and torque by tree joint as forwardDynamics and inverseDynamics have them.
template <typename Scalar>
class DynamicsMethod {
 public:
  DynamicsMethod() = default;
  DynamicsMethod(const DynamicsMethod&) = delete;
  DynamicsMethod& operator=(const DynamicsMethod&) = delete;
  virtual ~DynamicsMethod() = default;

  /// v̇ of all tree joints under forces.
  /// Throws std::invalid_argument if a size is wrong, SimulationError where loops are singular or
  /// the mass matrix is.
  virtual void forwardDynamics(const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
                               const AppliedForces<Scalar>& forces, VectorRef<Scalar> a) = 0;

  /// Forces on the independent tree joints, zero on the others, that produce v̇ = a besides the
  /// forces that act already. Methods that only solve for accelerations have none of their own.
  /// Throws like forwardDynamics, and std::logic_error where there is none.
  virtual void inverseDynamics(const ConstVectorRef<Scalar>& /*q*/,
                               const ConstVectorRef<Scalar>& /*v*/,
                               const ConstVectorRef<Scalar>& /*a*/,
                               const AppliedForces<Scalar>& /*forces*/,
                               VectorRef<Scalar> /*torque*/) {
    throw std::logic_error("this method has no inverse dynamics");
  }
};

}  // namespace linkwork::papers
