#pragma once

#include <vector>

#include "linkwork/spatial.hpp"

namespace linkwork {

/// A crank that a rod holds against another body: a body on a revolute joint, whose parent also
/// supports, directly or through joints, the body at the rod's far end.
template <typename Scalar>
struct CrankRod {
  int crank = 0;          ///< tree body
  int parent = 0;         ///< parent body of the crank, or the cluster's output body
  int far = 0;            ///< tree body at the rod's other end, or the parent itself
  Vector3<Scalar> pin;    ///< the rod's end on the crank, in its frame
  Vector3<Scalar> point;  ///< the rod's other end, in the frame of `far`
  Scalar length{0};       ///< of the rod [m]
};

/// One dependent coordinate by those that are known before it.
template <typename Scalar>
struct ExplicitStep {
  int dependent = 0;          ///< place among the cluster's spanning velocities
  int coupling = -1;          ///< place among the cluster's couplings, or −1: by the rod
  CrankRod<Scalar> crankRod;  ///< of a rod
};

/// The constraints of a cluster solved for the dependent coordinates, one after the other:
///
///   coupling   q_d = (offset − Σ c_j q_j) / c_d
///   rod        A cos θ + B sin θ = C for the angle θ of a crank
///
/// Gears, belts, and differentials of cranks and push-rods have this form, at any pose but those
/// where a rod lies in line with its crank: there the pivoting solution chooses other coordinates.
template <typename Scalar>
struct ExplicitForm {
  std::vector<ExplicitStep<Scalar>> steps;
  std::vector<int>
      order;  ///< spanning velocities, dependent ones first, as ConstraintWorkspace::order
};

}  // namespace linkwork
