#pragma once

#include <array>
#include <functional>
#include <span>
#include <tuple>
#include <vector>

#include "linkwork/maximal/constraint_graph.hpp"
#include "linkwork/maximal/eliminated_joint.hpp"

/// The articulated-body recursion of rigid parts, in world axes.
namespace linkwork::maximal {

/// A vector by part, in world axes: (ω; velocity of the center of mass) [rad/s, m/s], or (torque
/// about the center of mass; force) [N·m, N]. The entry of `groundPart` is zero.
template <typename Scalar>
using PartVectorOf = std::vector<Vector6<Scalar>>;
using PartVector = PartVectorOf<double>;

/// A configuration of a mechanism. ConstraintGraph::place writes both.
template <typename Scalar>
struct PartConfigurationOf {
  std::vector<PartPoseOf<Scalar>> parts;
  std::vector<JointPoseOf<Scalar>> joints;  ///< by ConstraintGraph::joints
};
using PartConfiguration = PartConfigurationOf<double>;

/// A row of J on one or two parts: their forces for a unit multiplier. The velocity along the row
/// is Σ forces[i] · velocity[parts[i]]. Entries of `groundPart` are ignored.
struct PartRow {
  std::array<int, 2> parts{groundPart, groundPart};
  std::array<Vector6<double>, 2> forces{Vector6<double>::Zero(), Vector6<double>::Zero()};

  double rate(const PartVector& velocities) const {
    double sum = 0;
    for (std::size_t side = 0; side < 2; ++side)
      if (parts[side] != groundPart) sum += forces[side].dot(velocities[at(parts[side])]);
    return sum;
  }
};

/// A column of U in J M̂⁻¹ Jᵀ = UᵀU: D^{−1/2}Sᵀf of the joints between the parts of a row and the
/// root, leaves first.
struct ResponseColumn {
  std::vector<int> parts;      ///< in descending order
  std::vector<int> places;     ///< by part: its first entry in `values`
  std::vector<double> values;  ///< nv of the joint for each part

  /// An entry of UᵀU.
  double dot(const ResponseColumn& other) const;
};

/// Factors a tree of rigid parts at a configuration, and solves with the factors in O(n).
///
///   M y − Jᵀλ = F      rel_j(y) + c_j ∈ span(S_j)  at every tree joint j
///
/// (multiplier_dynamics.hpp). Joints are eliminated leaves to root (eliminated_joint.hpp) at the
/// child's joint origin. The articulated inertia Â of the child's subtree propagates
/// K = Â − ÂS D⁻¹ SᵀÂ to the parent. That equals the elimination of the multipliers, because K is
/// zero along S. All vectors refer to points of the parts, which keeps the accuracy independent of
/// the distance from the world's origin.
/// Source: Baraff, "Linear-Time Dynamics using Lagrange Multipliers", sections 6 and 7; the
/// articulated form is our own.
class ArticulatedParts {
 public:
  explicit ArticulatedParts(const ConstraintGraph& graph);

  /// nv of the joint between a part and its parent.
  int velocities(int part) const { return bodies_[at(part)].velocities; }

  /// Adds inertia to the velocities of a part's joint, in the same way as armature.
  void addInertia(int part, std::span<const double> inertia);

  /// Factors at a configuration. Throws SimulationError if a joint moves no mass.
  void factor(const PartConfiguration& at);

  /// The same. Calls `support(part)` for joints, leaves first, if D is not positive definite beyond
  /// the `smallest` part of its diagonal. It must add inertia to the joint.
  void factor(const PartConfiguration& at, double smallest,
              const std::function<void(int part)>& support);

  /// Backward pass: computes D⁻¹Sᵀf of every joint. `c` by joint of the graph, or null for zeros.
  void gather(const PartVector& forces, const PartVector* c);

  /// Forward pass after `gather`, with the same c: computes y.
  void spread(const PartVector* c, PartVector& y);

  /// Forward substitution with the factors, from the parts with forces to the root.
  /// Cost: O(depth). Allocates only for longer columns than before.
  void forwardSubstitute(std::span<const int> parts, const Vector6<double>* forces,
                         ResponseColumn& column);

  /// Adds multiplier · column to the result of `gather`.
  void add(double multiplier, const ResponseColumn& column);

  /// Computes y for the forces of a column alone.
  void respond(const ResponseColumn& column, PartVector& y);

  /// M y of a part without armature.
  Vector6<double> momentum(int part, const Vector6<double>& y) const;

  /// Moves a force on a part to the part's joint, and from there to the parent's joint.
  Vector6<double> aboutJoint(int part, const Vector6<double>& force) const;
  Vector6<double> onParent(int part, const Vector6<double>& force) const;

 private:
  /// Joints by their motion space.
  enum class Kind { revolute, ball, free, one, two, three, four, five, six };
  static Kind general(int velocities) {
    return static_cast<Kind>(static_cast<int>(Kind::one) + velocities - 1);
  }
  using Revolute = EliminatedJoint<1, AngularMotion<double>>;

  /// Constants of a part.
  struct Body {
    Kind kind = Kind::one;
    int place = 0;  ///< index in the list of its kind
    int parent = groundPart, joint = 0;
    int velocities = 0;       ///< nv of the joint
    int effort = 0;           ///< its first entry in efforts_
    int branch = -1;          ///< index in branches_ if a child does not follow directly after it
    bool propagates = false;  ///< whether it propagates inertia and forces to its parent
    double mass = 0;
    std::array<double, 6> reflected{};  ///< by velocity
    SymmetricMatrix3<double> inertia;   ///< about its joint, in its own axes
  };
  /// A part at the last configuration, in world axes.
  struct Link {
    Vec3<double> offset;               ///< from its center of mass to its joint
    Vec3<double> step;                 ///< from the parent's joint to its joint
    SymmetricMatrix3<double> inertia;  ///< about its joint
  };

  void takePlace(Body& body, Kind kind);
  void writeMotions(const Body& body, const JointPose& pose, Motion<double>* motions) const;
  void writeMotions(const Body& body, const JointPose& pose, AngularMotion<double>* motions) const;
  template <typename Eliminated>
  bool eliminate(const Body& body, const JointPose& pose, const ArticulatedInertia<double>& inertia,
                 double smallest, Eliminated& joint) const;

  /// Calls `visit` with the eliminated joint of a body.
  template <typename Visitor>
  decltype(auto) withJoint(const Body& body, const Visitor& visit) {
    const std::size_t i = at(body.place);
    switch (body.kind) {
      case Kind::revolute:
        return visit(std::get<0>(joints_)[i]);
      case Kind::ball:
        return visit(std::get<1>(joints_)[i]);
      case Kind::free:
        return visit(std::get<2>(joints_)[i]);
      case Kind::one:
        return visit(std::get<3>(joints_)[i]);
      case Kind::two:
        return visit(std::get<4>(joints_)[i]);
      case Kind::three:
        return visit(std::get<5>(joints_)[i]);
      case Kind::four:
        return visit(std::get<6>(joints_)[i]);
      case Kind::five:
        return visit(std::get<7>(joints_)[i]);
      default:
        return visit(std::get<8>(joints_)[i]);
    }
  }

  const ConstraintGraph* graph_;
  std::vector<Body> bodies_;
  std::vector<Link> links_;
  std::tuple<std::vector<Revolute>, std::vector<EliminatedBall>, std::vector<EliminatedFreedom>,
             std::vector<EliminatedJoint<1>>, std::vector<EliminatedJoint<2>>,
             std::vector<EliminatedJoint<3>>, std::vector<EliminatedJoint<4>>,
             std::vector<EliminatedJoint<5>>, std::vector<EliminatedJoint<6>>>
      joints_;  ///< in the order of Kind
  std::vector<ArticulatedInertia<double>> branches_;
  std::vector<Force<double>> branchForces_;
  std::vector<double> efforts_;          ///< D⁻¹Sᵀf by part
  std::vector<Motion<double>> motions_;  ///< y at the joints
  std::vector<Force<double>>
      applied_;  ///< forces of a forward substitution, by part; zero between calls
  std::vector<int> heads_;
};

}  // namespace linkwork::maximal
