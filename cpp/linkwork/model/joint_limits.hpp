#pragma once

#include <vector>

#include "linkwork/mechanism.hpp"
#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

/// The range of a measure x of a joint's position, or of a tendon:
///
///   coordinate   a number of q
///   cone         the angle between the z axes of the joint's frames, 0 to π
///   twist        the angle of the rotation about z that the swing of z leaves, −π to π
///   turn         the angle of the whole rotation, 0 to π
///   length       that of a tendon
struct JointLimit {
  enum class Measure { coordinate, cone, twist, turn, length };

  Measure measure;
  int body;       ///< on the joint; the ground, of a tendon
  int component;  ///< of its v, of a coordinate
  int position;   ///< entry of a coordinate in q, or the first of a quaternion
  JointLimits range;
  int tied;         ///< cluster whose loops or couplings constrain the joint; −1: none
  int tendon = -1;  ///< −1: none
};

/// Whether a joint has limits of any kind.
bool hasLimits(const Joint& joint);

/// All limits of a mechanism's joints, then those of its tendons.
std::vector<JointLimit> limitsOf(const Mechanism& mechanism, const ClusterTree<double>& tree);

/// A measure and its rate, ẋ = along · v of the joint.
struct MeasuredLimit {
  double value;
  Vector6<double> along = Vector6<double>::Zero();
};

/// Measures the limit of a joint at q. With the rotation R = swing · twist of a ball, quaternion
/// (x, y, z, w):
///
///   cone    2 atan2(√(x² + y²), √(w² + z²))     along  z_parent × z_child / |…|
///   twist   2 atan2(z, w)                       along  ((zx − wy), (zy + wx), w² + z²) / (w² + z²)
///   turn    2 atan2(√(x² + y² + z²), |w|)       along  ± (x, y, z) / |…|
///
/// in the axes of the child. At the centers of cone and turn, whose direction is undefined, it is
/// that of x. Source: Dobrowolski, "Swing-twist decomposition in Clifford algebra" (2015); the
/// rates are our own.
MeasuredLimit measure(const JointLimit& limit, const Eigen::VectorXd& q);

}  // namespace linkwork
