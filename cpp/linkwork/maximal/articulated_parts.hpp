#pragma once

#include <array>
#include <functional>
#include <span>
#include <tuple>
#include <vector>

#include "linkwork/maximal/constraint_graph.hpp"
#include "linkwork/maximal/eliminated_joint.hpp"

/// The recursion in world axes that solves for all parts of a tree at once.
namespace linkwork::maximal {

/// A vector by part, in world axes: (ω; velocity of the center of mass), or (torque about the
/// center of mass; force). [groundPart] stays zero.
template <typename Scalar>
using PartVectorOf = std::vector<Vector6<Scalar>>;
using PartVector = PartVectorOf<double>;

/// Where a mechanism is; ConstraintGraph::place fills both.
template <typename Scalar>
struct PartConfigurationOf {
  std::vector<PartPoseOf<Scalar>> parts;
  std::vector<JointPoseOf<Scalar>> joints;  ///< by ConstraintGraph::joints
};
using PartConfiguration = PartConfigurationOf<double>;

/// A row on one or two parts: the forces on them of a unit multiplier. The rate along it is
/// Σ forces[i] · velocity[parts[i]]; an entry for `groundPart` counts for nothing.
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

/// What a row's forces leave at the joints on the way from its parts to the root, leaves first:
/// D^{−1/2}Sᵀf. These are the columns of U in J M̂⁻¹ Jᵀ = UᵀU.
struct ResponseColumn {
  std::vector<int> parts;      ///< falling
  std::vector<int> places;     ///< of their numbers in `values`
  std::vector<double> values;  ///< as many a part as its joint has velocities

  /// One entry of UᵀU.
  double dot(const ResponseColumn& other) const;
};

/// Factors of a tree of rigid parts at a configuration, and solutions with them in O(n).
///
///   M y − Jᵀλ = F      rel_j(y) + c_j ∈ span(S_j)  at every tree joint j
///
/// (multiplier_dynamics.hpp). Joints are eliminated leaves to root (eliminated_joint.hpp), with
/// everything taken to the child's joint origin: Â, the inertia of what the joint carries, passes
/// K = Â − ÂS D⁻¹ SᵀÂ to the parent, which equals the elimination of the multipliers, K being zero
/// along S. Everything refers to points of the parts themselves, so that distance from the world's
/// origin costs no digits. Source: Baraff, "Linear-Time Dynamics using Lagrange Multipliers",
/// sections 6 and 7; this form of it is our own.
class ArticulatedParts {
 public:
  explicit ArticulatedParts(const ConstraintGraph& graph);

  /// nv of the joint that carries a part.
  int velocities(int part) const { return bodies_[at(part)].velocities; }

  /// Adds inertia to the velocities of the joint that carries a part, as reflected inertia does.
  void support(int part, std::span<const double> inertia);

  /// Throws SimulationError where a joint moves no mass.
  void factor(const PartConfiguration& at);

  /// The same, where `support(part)` gives inertia, from the leaves on, to joints of which D is not
  /// positive definite beyond the `smallest` part of its diagonal.
  void factor(const PartConfiguration& at, double smallest,
              const std::function<void(int part)>& support);

  /// The error that names the joint of a part that moves no mass.
  [[noreturn]] void report(int part) const;

  /// Inward: leaves D⁻¹Sᵀf of every joint. `c` by joint of the graph, or null for zeros.
  void gather(const PartVector& forces, const PartVector* c);

  /// Outward: y from what `gather` left, with the same c.
  void spread(const PartVector* c, PartVector& y);

  /// Half a solve, from the parts on which forces act to the root only.
  /// cost  O(depth); no allocation but for longer columns than before
  void forwardSubstitute(std::span<const int> parts, const Vector6<double>* forces,
                         ResponseColumn& column);

  /// Adds what multiplier · column does to what `gather` left.
  void add(double multiplier, const ResponseColumn& column);

  /// y for the forces whose half solve left a column, all else being nothing.
  void respond(const ResponseColumn& column, PartVector& y);

  /// M y of a part, without reflected inertia.
  Vector6<double> momentum(int part, const Vector6<double>& y) const;

  /// A force on a part, about the joint that carries it; and such a force as it acts on the parent,
  /// about the parent's joint.
  Vector6<double> aboutJoint(int part, const Vector6<double>& force) const;
  Vector6<double> onParent(int part, const Vector6<double>& force) const;

 private:
  /// By what a joint leaves free.
  enum class Kind { revolute, ball, free, one, two, three, four, five, six };
  static Kind general(int velocities) {
    return static_cast<Kind>(static_cast<int>(Kind::one) + velocities - 1);
  }
  using Revolute = EliminatedJoint<1, Turning<double>>;

  /// What is known of a part from the start.
  struct Body {
    Kind kind = Kind::one;
    int place = 0;  ///< in the list of its kind
    int parent = groundPart, joint = 0;
    int velocities = 0;      ///< nv of the joint
    int effort = 0;          ///< its first place in efforts_
    int branch = -1;         ///< in branches_, where a child does not follow right after it
    bool isPassing = false;  ///< whether it passes anything on
    double mass = 0;
    std::array<double, 6> reflected{};  ///< by velocity
    Symmetric inertia;                  ///< about its joint, in its axes
  };
  /// A part at the last configuration.
  struct Link {
    Vec3 offset;        ///< its joint, from its center of mass
    Vec3 step;          ///< the same, from the parent's joint
    Symmetric inertia;  ///< about its joint, world axes
  };

  void takePlace(Body& body, Kind kind);
  void writeMotions(const Body& body, const JointPose& pose, SpatialVector* motions) const;
  void writeMotions(const Body& body, const JointPose& pose, Turning<double>* motions) const;
  template <typename Eliminated>
  bool eliminate(const Body& body, const JointPose& pose, const SpatialInertia& inertia,
                 double smallest, Eliminated& joint) const;

  /// Calls `visit` with the eliminated joint that carries a body.
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
  std::vector<SpatialInertia> branches_;
  std::vector<SpatialVector> branchForces_;
  std::vector<double> efforts_;         ///< D⁻¹Sᵀf by part
  std::vector<SpatialVector> motions_;  ///< y at the joints
  std::vector<SpatialVector> pushes_;   ///< of a half solve, by part: zeros between two of them
  std::vector<int> heads_;
};

}  // namespace linkwork::maximal
