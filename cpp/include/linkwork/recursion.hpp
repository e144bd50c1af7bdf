#pragma once

#include <Eigen/Core>
#include <vector>

#include "linkwork/spatial.hpp"

namespace linkwork {

/// The quantities of one body after the passes of the articulated-body algorithm, in the axes of
/// its frame and about its origin; angular part first.
struct BodyPasses {
  int cluster;               ///< in RecursionPasses::clusters
  Vector6<double> velocity;  ///< first forward pass: v [rad/s, m/s]
  /// Backward pass: Iᴬ and pᴬ of the body's subtree, before the joints of its own cluster are
  /// eliminated [kg·m², kg·m, kg; N·m, N].
  Matrix6<double> articulatedInertia;
  Vector6<double> biasForce;
  /// Second forward pass: a, with −g at the ground [rad/s², m/s²].
  Vector6<double> acceleration;
};

/// Bodies whose joints are eliminated at once: one body alone, or those that loops and couplings
/// tie.
struct ClusterPasses {
  std::vector<int> bodies;      ///< in Mechanism::bodies
  std::vector<int> velocities;  ///< entries in v of its joints, the columns of K and rows of G
  int parent;                   ///< parent body; −1: the ground
  /// Iᵃ and pᵃ, propagated to the parent, in the parent's frame; zero if it is the ground.
  Matrix6<double> handedInertia;
  Vector6<double> handedForce;
  /// Of v = G ẏ, K v = 0. Rows that are lengths count in units of the size of its loops. Without
  /// loops and couplings K has no rows and G is the identity.
  Eigen::MatrixXd K, G;
  /// Of K, largest first, as many as its rank away from singular poses. The last one over the first
  /// is how far the pose is from a singular one.
  Eigen::VectorXd singularValues;
};

/// Of Model::recursion.
struct RecursionPasses {
  std::vector<BodyPasses> bodies;  ///< as Mechanism::bodies
  std::vector<ClusterPasses> clusters;
};

}  // namespace linkwork
