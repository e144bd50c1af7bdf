#pragma once

#include <array>
#include <utility>
#include <vector>

#include "linkwork/maximal/joint_rows.hpp"
#include "linkwork/maximal/slip_constraint.hpp"
#include "linkwork/methods.hpp"
#include "linkwork/model/rigid_parts.hpp"

/// A mechanism in maximal coordinates: parts with six velocities each, and their constraints.
namespace linkwork::maximal {

/// A tree joint or a loop joint between two parts.
struct JointConstraint {
  JointType type = JointType::fixed;
  double measure = 0;                       ///< pitch [m/rad], length of a rod [m]
  const JointFunction* function = nullptr;  ///< of a general joint, the tree's
  int positions = 0, velocities = 0;        ///< how many numbers q and v have
  JointFrames frames;
  std::array<RowRule, 6> rules{};  ///< of the equations that are kept; general joints have none
  int rows = 0;                    ///< how many those are
  int body = ground;               ///< tree body that a tree joint carries; `ground` for loops
  /// Velocities on which an impulse depends by a law, not by a constraint (damping, friction,
  /// reflected inertia): all nv of the joint or none. They add as many rows to its node.
  int lawRows = 0;
  int node = -1;           ///< in the graph, or −1 where nothing is left to solve for
  int mechanismLoop = -1;  ///< of a loop
  std::array<int, 2> bodies{ground, ground};  ///< of a loop: tree bodies, parent and child

  int size() const { return rows + lawRows; }
  bool isLoop() const { return body == ground; }
};

/// Σ coefficient · q = offset between tree joints, in units of the largest coefficient.
struct CouplingConstraint {
  struct Term {
    int joint;  ///< in ConstraintGraph::joints
    double coefficient;
  };
  std::vector<Term> terms;
  double offset = 0;
  bool isRate = false;     ///< holds velocities alone: Σ coefficient · q̇ = 0
  std::vector<int> parts;  ///< that it moves, each once, without the ground
  int node = -1;           ///< −1 where other equations imply it
};

enum class NodeKind { part, joint, coupling, slip };

/// A node: unknowns of a part (angular velocity in its axes, linear in the world), or the impulses
/// of a constraint.
struct GraphNode {
  NodeKind kind;
  int item;  ///< in parts, joints, couplings or slips
  int size;
};

/// Nodes in order of elimination: leaves to root by depth-first search, each part before the joint
/// that carries it, loops as LoopOrder says. Redundant equations of loops are left out: of those of
/// a cluster, as many are kept as its compiled rank, picked at the tree's initial position by QR
/// with column pivoting. The ground is no node.
/// Source: Brüdigam & Manchester, "Linear-Time Variational Integrators in Maximal Coordinates",
/// section 4; the order of loops is our own.
struct ConstraintGraph {
  /// Throws MechanismError if a rolling disc or a knife edge is fixed to the ground.
  explicit ConstraintGraph(const ClusterTree<double>& tree,
                           LoopOrder order = LoopOrder::alongCycle);

  const ClusterTree<double>* tree;
  RigidParts rigid;
  std::vector<JointConstraint> joints;  ///< tree joints (all but fixed ones), then loops
  std::vector<CouplingConstraint> couplings;
  std::vector<SlipConstraint> nonholonomic;
  std::vector<int> jointOf;  ///< by tree body, −1 for fixed ones
  std::vector<int> nodeOf;   ///< by part, −1 for the ground

  std::vector<GraphNode> nodes;
  std::vector<std::pair<int, int>> edges;  ///< nodes of a constraint and a part that it moves
  /// Nodes that are eliminated together with a later one whatever their numbers are, else −1.
  std::vector<int> mergedInto;

  int partCount() const { return static_cast<int>(rigid.parts.size()); }

  /// Poses of all parts, and the joints' poses, at q.
  void place(const Eigen::VectorXd& q, std::vector<PartPose>& poses,
             std::vector<JointPose>& jointPoses) const;

 private:
  void addConstraints();
  void addNonholonomic();
  void addRatio(const VelocityRatio& ratio, const std::vector<int>& bodies);
  void findParts(CouplingConstraint& constraint) const;
  void dropRedundant();
  void orderNodes(LoopOrder order);
};

/// Rotation, position and attitude of a transform.
template <typename Scalar>
PartPoseOf<Scalar> partPose(const Transform<Scalar>& pose) {
  const Eigen::Quaternion<Scalar> attitude = Eigen::Quaternion<Scalar>(pose.rotation).normalized();
  return {pose.translation, attitude, attitude.toRotationMatrix()};
}

}  // namespace linkwork::maximal
