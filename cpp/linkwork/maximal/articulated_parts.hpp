#pragma once

#include <array>
#include <span>
#include <vector>

#include "linkwork/maximal/constraint_graph.hpp"
#include "linkwork/spatial/spatial_blocks.hpp"

/// The recursion in world axes that solves for all parts of a tree at once.
namespace linkwork::maximal {

/// A vector by part, (linear; angular) in world axes: velocity of the centre of mass and ω, or a
/// force and its torque about the centre of mass. [groundPart] stays zero.
using PartVector = std::vector<Vector6<double>>;

/// Where a mechanism is; ConstraintGraph::place fills both.
struct Placement {
  std::vector<PartPose> parts;
  std::vector<JointPose> joints;  ///< by ConstraintGraph::joints
};

/// A row on one or two parts: the forces on them of a unit multiplier. The rate along it is
/// Σ forces[i] · velocity[parts[i]]; an entry for `groundPart` counts for nothing.
struct PartRow {
  std::array<int, 2> parts{groundPart, groundPart};
  std::array<Vector6<double>, 2> forces{Vector6<double>::Zero(), Vector6<double>::Zero()};
};

/// What a row's forces leave at the joints on the way from its parts to the root, leaves first:
/// L⁻¹Sᵀf. These are the columns of U in J M̂⁻¹ Jᵀ = UᵀU.
struct ResponseColumn {
  std::vector<int> parts;      ///< falling
  std::vector<int> places;     ///< of their numbers in `values`
  std::vector<double> values;  ///< as many a part as its joint has velocities

  /// One entry of UᵀU.
  double dot(const ResponseColumn& other) const;
};

/// Factors of a tree of rigid parts at a placement, and solutions with them in O(n).
///
///   M y − Jᵀλ = F      rel_j(y) + c_j ∈ span(S_j)  at every tree joint j
///
/// (multiplier_dynamics.hpp). Joints are eliminated leaves to root. With everything taken to the
/// child's joint origin, Â the inertia of what the joint carries, f the force on it, S the joint's
/// free motions (linear; angular) in world axes, D = SᵀÂS + reflected inertia and a' = a_parent −
/// c:
///
///   passed to the parent     K = Â − ÂS D⁻¹ SᵀÂ      f − ÂS D⁻¹ Sᵀf + K c
///   back from it             a = a' + S (D⁻¹Sᵀf − D⁻¹SᵀÂ a')
///
/// which equals the elimination of the multipliers, K being zero along S; in closed form for ball
/// joints and hinges, S = (0; 1) and (0; u). Everything refers to points of the parts themselves,
/// so that distance from the world's origin costs no digits. Source: Baraff, "Linear-Time Dynamics
/// using Lagrange Multipliers", sections 6 and 7; this form of it is our own.
class ArticulatedParts {
 public:
  explicit ArticulatedParts(const ConstraintGraph& graph);

  /// nv of the joint that carries a part.
  int velocities(int part) const { return bodies_[at(part)].velocities; }

  /// Adds inertia to all velocities of the joint that carries a part, as reflected inertia does.
  void support(int part, double inertia) { bodies_[at(part)].reflected += inertia; }

  /// Throws SimulationError where a joint moves no mass.
  void factor(const Placement& at);

  /// Inward: leaves D⁻¹Sᵀf of every joint. `c` by joint of the graph, or null for zeros.
  void gather(const PartVector& forces, const PartVector* c);

  /// Outward: y from what `gather` left, with the same c.
  void spread(const PartVector* c, PartVector& y);

  /// Half a solve, from the parts on which forces act to the root only.
  /// cost  O(depth); no allocation but for longer columns than before
  void halfSolve(std::span<const int> parts, const Vector6<double>* forces, ResponseColumn& column);

  /// Adds what multiplier · column does to what `gather` left.
  void add(double multiplier, const ResponseColumn& column);

  /// M y of a part, without reflected inertia.
  Vector6<double> momentum(int part, const Vector6<double>& y) const;

  /// A force on a part, about the joint that carries it; and such a force as it acts on the parent,
  /// about the parent's joint.
  Vector6<double> aboutJoint(int part, const Vector6<double>& force) const;
  Vector6<double> onParent(int part, const Vector6<double>& force) const;

 private:
  enum class Kind { ball, hinge, free, other, many };

  /// What is known of a part from the start.
  struct Body {
    Kind kind = Kind::other;
    int parent = groundPart, joint = 0;
    int velocities = 0;  ///< nv of the joint
    int effort = 0;      ///< its first place in efforts_
    int more = -1;       ///< in others_, manys_ or frees_
    int meeting = -1;    ///< in what meets at a part, where a child does not follow right after it
    double mass = 0, reflected = 0;
    Symmetric inertia;  ///< about its joint, in its axes
  };
  /// Factors of a part.
  struct Link {
    Vec3 arm;            ///< its joint, from its centre of mass
    Vec3 step;           ///< the same, from the parent's joint
    Symmetric inertia;   ///< about its joint, world axes
    Inertia passed;      ///< K; of a ball joint K, ÂS D⁻¹ and D⁻¹
    Vec3 axis;           ///< u of a hinge
    SpatialVector gain;  ///< its ÂS D⁻¹
    double inverse = 0;  ///< its D⁻¹
  };
  /// More of joints without a closed form, padded to three motions with S = 0 and D = 1.
  struct Other {
    std::array<SpatialVector, 3> motions, gains;  ///< S, ÂS D⁻¹
    Symmetric inverse;                            ///< D⁻¹
  };
  /// The same of joints with four or more velocities, D = L Lᵀ.
  struct Many {
    std::array<SpatialVector, 6> motions, gains;  ///< S, ÂS L⁻ᵀ
    std::array<std::array<double, 6>, 6> factor{};
    double& lower(std::size_t i, std::size_t j) { return factor[i][j]; }
    double lower(std::size_t i, std::size_t j) const { return factor[i][j]; }
  };
  /// L⁻ᵀ of a part, D⁻¹ = L⁻ᵀL⁻¹, made when a half solve first comes by.
  struct Root {
    Symmetric lower;  ///< its lower triangle, by columns
    unsigned factored = 0;
  };

  bool factorOther(const Body& body, Link& link, const Inertia& m, const JointPose& pose);
  bool factorMany(const Body& body, Link& link, const Inertia& m, const JointPose& pose);
  SpatialVector halfPassMany(const Body& body, const SpatialVector& force, double* values) const;
  void finishMany(const Body& body, double* values) const;
  SpatialVector passOther(const Body& body, const SpatialVector& force, double* effort) const;
  SpatialVector halfPass(int part, const SpatialVector& force, double* values);
  const Symmetric& rootOf(int part);
  [[noreturn]] void complain(const Body& body) const;

  const ConstraintGraph* graph_;
  std::vector<Body> bodies_;
  std::vector<Link> links_;
  std::vector<Other> others_;
  std::vector<Many> manys_;
  std::vector<Matrix6<double>> frees_;  ///< Cholesky factors of Â
  std::vector<Inertia> meetings_;
  std::vector<SpatialVector> meetingForces_;
  std::vector<double> efforts_;         ///< D⁻¹Sᵀf by part
  std::vector<SpatialVector> motions_;  ///< y at the joints
  std::vector<Root> roots_;
  unsigned factored_ = 0;              ///< how often
  std::vector<SpatialVector> pushes_;  ///< of a half solve, by part: zeros between two of them
  std::vector<int> heads_;
};

}  // namespace linkwork::maximal
