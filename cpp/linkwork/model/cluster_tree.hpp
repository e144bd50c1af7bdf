#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "linkwork/errors.hpp"
#include "linkwork/mechanism.hpp"
#include "linkwork/mechanism/joint_functions.hpp"
#include "linkwork/model/clustering.hpp"
#include "linkwork/model/explicit_form.hpp"
#include "linkwork/model/term_function.hpp"
#include "linkwork/model/turning_root.hpp"
#include "linkwork/spatial.hpp"
#include "linkwork/spatial/factored_pose.hpp"
#include "linkwork/spatial/rigid_body_inertia.hpp"

namespace linkwork {

class Plan;

template <typename Scalar>
using VectorX = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;
template <typename Scalar>
using MatrixX = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
// Strides are named although they are the defaults: a default that depends on the scalar makes the
// name of a function for the linker depend on which of these a source mentions first.
template <typename Scalar>
using ConstVectorRef = Eigen::Ref<const VectorX<Scalar>, 0, Eigen::InnerStride<1>>;
template <typename Scalar>
using VectorRef = Eigen::Ref<VectorX<Scalar>, 0, Eigen::InnerStride<1>>;
template <typename Scalar>
using MatrixRef = Eigen::Ref<MatrixX<Scalar>, 0, Eigen::OuterStride<>>;

/// A body and its joint. Its frame is the child's joint frame, turned to make the joint canonical
/// (any_joint.hpp). On a revolute joint it also moves near the next revolute joint
/// (denavit_hartenberg.hpp). `userFrame` maps it to the body frame of the mechanism.
template <typename Scalar>
struct TreeBody {
  int parent = ground;  ///< place in ClusterTree::bodies()
  int cluster = 0;
  JointType joint = JointType::fixed;
  Scalar pitch{0};                                ///< of a helical joint [m/rad]
  std::shared_ptr<const JointFunction> function;  ///< of a general joint
  int position = 0, positions = 0;                ///< first entry in q, and how many
  int velocity = 0, velocities = 0;               ///< first entry in v, and how many
  int local = 0;                     ///< first entry among its cluster's spanning velocities
  bool hasChildInCluster = false;    ///< whether a body of its own cluster hangs from it
  RelativePose<Scalar> placement;    ///< joint frame on the parent, in the parent's frame
  Transform<Scalar> userFrame;       ///< the mechanism's body frame, in this frame
  RigidBodyInertia<Scalar> inertia;  ///< in this frame, about its origin
  Scalar damping{0}, stiffness{0}, rest{0}, friction{0};
  bool hasPassiveForces = false;  ///< whether any of these four acts
  /// Whether they act on the joint's twist, not on v: on joints with charts (twist_forces.hpp).
  bool resistsTwist() const { return function && positions != velocities; }
  Scalar armature{0};     ///< added to the joint's diagonal of the mass matrix [kg·m² or kg]
  int mechanismBody = 0;  ///< place in Mechanism::bodies
  int mechanismJoint = 0;
};

/// Springs, damper and friction of a joint: next to those of others, apart from all else that is
/// known of a body.
template <typename Scalar>
struct PassiveJoint {
  int body;                ///< tree body
  int position, velocity;  ///< first entries in q and v
  int count;               ///< how many of either, where it adds them up (VectorJoint); else 0
  Scalar damping, stiffness, rest, friction;
};

/// Entries of q and of v, both in a row, of joints for which q ⊕ δ is q + δ.
struct VectorRun {
  int position, velocity, count;
};

/// A loop joint between two bodies of a cluster, or one and the cluster's output body.
template <typename Scalar>
struct LoopClosure {
  JointType joint = JointType::fixed;
  Scalar measure{0};                    ///< pitch of a helical joint [m/rad], length of a rod [m]
  int parent = ground, child = ground;  ///< bodies; the output body if outside the cluster
  Transform<Scalar> parentFrame, childFrame;  ///< canonical joint frames, in the bodies' frames
  int mechanismLoop = 0;
};

/// Σ coefficient · f(q) = offset between joints of a cluster.
template <typename Scalar>
struct CouplingRow {
  struct Term {
    int body;      ///< tree body of the joint
    int position;  ///< entry in q
    int local;     ///< place among the cluster's spanning velocities
    Scalar coefficient;
    std::shared_ptr<const TermFunction> function = nullptr;  ///< null: f(q) = q

    /// coefficient · f(q), and its derivatives by q.
    template <typename Number>
    Number value(const Number& q) const {
      return coefficient * (function ? (*function)(q, 0) : q);
    }
    template <typename Number>
    Number slope(const Number& q) const {
      return function ? Number(coefficient * (*function)(q, 1)) : Number(coefficient);
    }
    template <typename Number>
    Number curvature(const Number& q) const {
      return function ? Number(coefficient * (*function)(q, 2)) : Number(0);
    }
  };
  std::vector<Term> terms;
  Scalar offset{0};
  int mechanismCoupling = 0;

  bool isLinear() const {
    for (const Term& term : terms)
      if (term.function) return false;
    return true;
  }
};

/// The constraints of the joints of a cluster: K(q) q̇ = 0, with K of `rows` rows and constant
/// rank.
template <typename Scalar>
struct ClusterConstraint {
  std::vector<LoopClosure<Scalar>> loops;
  std::vector<CouplingRow<Scalar>> couplings;
  int rows = 0;
  int rank = 0;
  /// How readily each spanning velocity is made dependent (a factor on its pivots): keeps
  /// the choice of independent coordinates the same from pose to pose, until another is far better.
  VectorX<Scalar> preference;
  /// The unit of length [m] for K's pivots, a power of 2²⁰: 1 for loops of a millimeter to a
  /// kilometer. Rows that are lengths are in this unit, so neither rank nor the tolerance of loops
  /// depends on the scale of a mechanism.
  double length = 1;
  /// The same by spanning velocity, where it is not 1: `length` of those along a line, 1 [rad] of
  /// all others.
  VectorX<Scalar> units;
  /// Whether forward dynamics solves for the multipliers of the constraints on the spanning tree
  /// (dynamics/cut_loops.hpp), which costs less than the elimination of all of ẏ at once.
  bool isCut = false;
  /// The same constraints solved one after the other, where they have that form.
  std::optional<ExplicitForm<Scalar>> explicitForm;

  /// Whether K is constant: only gears.
  bool isConstant() const {
    for (const CouplingRow<Scalar>& coupling : couplings)
      if (!coupling.isLinear()) return false;
    return loops.empty();
  }
};

/// A nonholonomic constraint of the mechanism, with the tree bodies that it names: that of a disc
/// or a knife edge, or those of the joints of a ratio, term by term.
struct NonholonomicConstraint {
  Nonholonomic constraint;
  std::vector<int> bodies;
};

/// Bodies bodies[firstBody … firstBody + bodyCount) that move as one joint of `dofs` degrees
/// of freedom. Unless it is constrained, a cluster is a single body.
template <typename Scalar>
struct Cluster {
  int parent = ground;  ///< the output body, which supports the cluster
  int firstBody = 0, bodyCount = 1;
  int dofs = 0;                 ///< m: independent velocities
  int firstDof = 0;             ///< its place in the vector of independent velocities ẏ
  std::vector<int> velocities;  ///< entries in v of its bodies' joints: its spanning velocities
  int columns = 0;              ///< first column of its bodies' motion subspaces in the workspace
  int factor = 0;               ///< first entry of its m×m factor in the workspace
  int workspace = 0;            ///< its place among the workspace's constraints; 0 without one
  std::optional<ClusterConstraint<Scalar>> constraint;

  int spanning() const { return static_cast<int>(velocities.size()); }
  bool isCut() const { return constraint && constraint->isCut; }
};

/// A mechanism compiled (dynamics/compile.hpp) for recursion in minimal coordinates: immutable,
/// shared by all algorithms.
///
/// The state is q and v of **all** tree joints ("spanning": rotors and dependent joints too), laid
/// out in the order of Mechanism::joints; it lies on φ(q) = 0, K(q) v = 0. Within each cluster an
/// independent subset ẏ of v determines the rest: v = G ẏ, v̇ = G ÿ + g. Which subset, the
/// algorithms decide by pivoting at each pose, so no pose with full rank is special.
///
/// Bodies are in depth-first order, those of a cluster together.
/// Source: Chignoli et al., "Recursive Rigid-Body Dynamics Algorithms for Systems with Kinematic
/// Loops", sections IV and V.
template <typename Scalar>
class ClusterTree {
 public:
  /// The same tree with another scalar, DerivativeJet, for its numbers; they have no slope.
  template <std::same_as<double> From>
  explicit ClusterTree(const ClusterTree<From>& tree);
  /// The same with masses, inertias, placements and pitches as `numbers` makes them
  /// (cluster_tree_conversion.hpp).
  template <std::same_as<double> From, typename Numbers>
  ClusterTree(const ClusterTree<From>& tree, const Numbers& numbers);

  const std::vector<TreeBody<Scalar>>& bodies() const { return bodies_; }
  const std::vector<Cluster<Scalar>>& clusters() const { return clusters_; }
  const Vector3<Scalar>& gravity() const { return gravity_; }

  int positionSize() const { return positionSize_; }          ///< length of q
  int velocitySize() const { return velocitySize_; }          ///< length of v: spanning
  int degreesOfFreedom() const { return degreesOfFreedom_; }  ///< length of ẏ
  int motionColumns() const { return motionColumns_; }        ///< of all cluster motion subspaces
  int factorSize() const { return factorSize_; }              ///< Σ m² over clusters

  /// Constraints on velocities alone. The clusters ignore them: v = G ẏ may violate them, and
  /// methods in minimal coordinates do not enforce them.
  const std::vector<NonholonomicConstraint>& nonholonomic() const { return nonholonomic_; }

  /// Place in bodies() of a body of the mechanism.
  int treeBody(int mechanismBody) const {
    return treeBody_[static_cast<std::size_t>(mechanismBody)];
  }
  const TreeBody<Scalar>& body(int index) const { return bodies_[static_cast<std::size_t>(index)]; }
  const Cluster<Scalar>& clusterOf(const TreeBody<Scalar>& body) const {
    return clusters_[static_cast<std::size_t>(body.cluster)];
  }

  /// First column, in Workspace::motionSubspaces, of a body in a constrained cluster.
  int firstColumn(int treeBody) const {
    const Cluster<Scalar>& cluster = clusterOf(body(treeBody));
    return cluster.columns + (treeBody - cluster.firstBody) * cluster.dofs;
  }

  /// The joints that have a spring, a damper or friction.
  const std::vector<PassiveJoint<Scalar>>& passiveJoints() const { return passiveJoints_; }
  /// All joints: those whose coordinates are plain numbers, and bodies on the others.
  const std::vector<VectorRun>& vectorRuns() const { return vectorRuns_; }
  const std::vector<int>& curvedJoints() const { return curvedJoints_; }

  /// Bodies that float, or hang from the ground on a ball.
  const std::vector<TurningRoot<Scalar>>& turningRoots() const { return turningRoots_; }

  /// An error message that names a joint that moves no mass; empty if the mass matrix is regular.
  const std::string& massFault() const { return massFault_; }
  /// Throws MechanismError with it.
  void requireMass() const {
    if (!massFault_.empty()) throw MechanismError(massFault_);
  }

  /// Throws std::invalid_argument unless the vectors have the sizes of q and v.
  void requireSizes(Eigen::Index q, Eigen::Index v) const;

  /// The state it was compiled at, as given: closed to 1e-8 (loop_closure.hpp closes it to
  /// rounding).
  const VectorX<Scalar>& initialPosition() const { return initialPosition_; }
  const VectorX<Scalar>& initialVelocity() const { return initialVelocity_; }

  /// Names in error messages: names of bodies and joints by tree body.
  const std::string& jointName(int treeBody) const {
    return jointNames_[static_cast<std::size_t>(treeBody)];
  }

  /// Which kernel runs which clusters (class Plan); null in other scalars.
  const Plan* plan() const { return plan_.get(); }

 private:
  template <typename>
  friend class ClusterTree;

  friend class TreeCompiler;
  friend class JointSplitter;

  ClusterTree() = default;

  /// Places of clusters in ẏ and in the workspace, from their velocities and ranks.
  void layOutDofs();
  /// The lists of joints by their properties, from its bodies.
  void listJoints();

  std::vector<TreeBody<Scalar>> bodies_;
  std::vector<Cluster<Scalar>> clusters_;
  std::vector<PassiveJoint<Scalar>> passiveJoints_;
  std::vector<VectorRun> vectorRuns_;
  std::vector<int> curvedJoints_;
  std::vector<TurningRoot<Scalar>> turningRoots_;
  std::vector<NonholonomicConstraint> nonholonomic_;
  std::vector<int> treeBody_;
  std::vector<std::string> jointNames_;
  std::string massFault_;
  Vector3<Scalar> gravity_;
  VectorX<Scalar> initialPosition_, initialVelocity_;
  int positionSize_ = 0, velocitySize_ = 0, degreesOfFreedom_ = 0;
  int motionColumns_ = 0, factorSize_ = 0;
  std::shared_ptr<const Plan> plan_;
};

extern template class ClusterTree<double>;

}  // namespace linkwork
