#pragma once

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "linkwork/maximal/joint_rows.hpp"
#include "linkwork/methods.hpp"
#include "linkwork/model/rigid_parts.hpp"

/// A mechanism in maximal coordinates: parts with six velocities each, and their constraints.
namespace linkwork::maximal {

/// A tree joint or a loop joint between two parts.
struct JointConstraint {
  JointType type = JointType::fixed;
  double measure = 0;                       ///< pitch [m/rad], length of a rod [m]
  const JointFunction* function = nullptr;  ///< of a general joint; the tree owns it
  int positions = 0, velocities = 0;        ///< sizes of q and v
  JointFrames frames;
  std::array<RowRule, 6> rules{};  ///< of the rows that are kept; general joints have none
  int rows = 0;                    ///< number of rows that are kept
  int body = ground;               ///< child of a tree joint; `ground` for loops
  bool isTracked = false;          ///< whether its pose keeps q: a coupling has a function of it
  /// Velocities with a force law (damping, friction, armature): all nv of the joint or
  /// none. They add as many rows to its node.
  int lawRows = 0;
  int node = -1;                              ///< in the graph, or −1 without unknowns
  int mechanismLoop = -1;                     ///< of a loop
  std::array<int, 2> bodies{ground, ground};  ///< of a loop: tree bodies, parent and child

  int size() const { return rows + lawRows; }
  bool isLoop() const { return body == ground; }
};

/// Σ coefficient · f(q) = offset between tree joints, in units of the largest coefficient.
struct CouplingConstraint {
  struct Term {
    int joint;  ///< in ConstraintGraph::joints
    double coefficient;
    std::shared_ptr<const TermFunction> function = nullptr;  ///< null: f(q) = q

    /// coefficient · f(q), and its derivatives by q.
    template <typename Number>
    Number value(const Number& q) const {
      return Number(coefficient) * (function ? (*function)(q, 0) : q);
    }
    template <typename Number>
    Number slope(const Number& q) const {
      return function ? Number(Number(coefficient) * (*function)(q, 1)) : Number(coefficient);
    }
    template <typename Number>
    Number curvature(const Number& q) const {
      return function ? Number(Number(coefficient) * (*function)(q, 2)) : Number(0);
    }
  };
  std::vector<Term> terms;
  double offset = 0;
  bool isRate = false;     ///< constrains velocities only: Σ coefficient · q̇ = 0
  std::vector<int> parts;  ///< that it acts on, without the ground
  int node = -1;           ///< −1 if other rows imply it
};

enum class NodeKind { part, joint, coupling, slip };

/// A node: unknowns of a part (angular velocity in its axes, linear in the world), or the impulses
/// of a constraint.
struct GraphNode {
  NodeKind kind;
  int item;  ///< index in parts, joints, couplings or nonholonomic
  int size;
};

/// Nodes in order of elimination: leaves to root by depth-first search, each part before the joint
/// to its parent, loops by LoopOrder. Redundant rows of loops are left out: each cluster keeps as
/// many rows as its compiled rank, chosen at the tree's initial position by QR with column
/// pivoting. The ground is not a node. Source: Brüdigam & Manchester, "Linear-Time Variational
/// Integrators in Maximal Coordinates", section 4; the order of loops is our own.
struct ConstraintGraph {
  /// @throws MechanismError if a rolling disc or a knife edge is fixed to the ground
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
  std::vector<std::pair<int, int>> edges;  ///< nodes of a constraint and of a part that it acts on
  /// By node: a later node that is always eliminated together with it, or −1.
  std::vector<int> mergedInto;

  int partCount() const { return static_cast<int>(rigid.parts.size()); }

  /// Writes the poses of all parts and of all joints at q.
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

/// Converts a transform to position, attitude and rotation.
template <typename Scalar>
PartPoseOf<Scalar> partPose(const Transform<Scalar>& pose) {
  const Eigen::Quaternion<Scalar> attitude = Eigen::Quaternion<Scalar>(pose.rotation).normalized();
  return {pose.translation, attitude, attitude.toRotationMatrix()};
}

}  // namespace linkwork::maximal
