#pragma once

#include <span>
#include <vector>

#include "linkwork/contact/coulomb_solver.hpp"
#include "linkwork/contact/unilateral_rows.hpp"
#include "linkwork/methods.hpp"

namespace linkwork::contact {

/// A point of contact and what passed through it in the last step.
struct ContactReading {
  collision::ContactPoint point;
  Eigen::Vector3d force{0, 0, 0};  ///< on parts[1], world, mean over the step [N]
};

/// What the end of a joint's range, or its dry friction beside the smooth law, exerted on the joint
/// in the last step.
struct JointReading {
  int body = ground;  ///< the tree body on the joint
  int component = 0;  ///< of its v
  double force = 0;   ///< mean over the step, along it [N or N·m]
};

/// Contacts and joint limits of a mechanism in steps of any integrator: what may push and never
/// pulls, solved all at once over the whole mechanism.
///
/// **Dry friction** of strength f holds a joint that is at rest, where its smooth law would let it
/// creep: |p| ≤ f t in a solve that stands for a time t of the step, so that u = 0 or all of f
/// acts. That counts for joints that may come to rest in the step, and the step does without the
/// smooth law of these (`relieve`).
///
/// A step has two solves: at its start, which lets what is about to touch land, and at its end.
/// Impulses that break the laws by more than options allow now are a SimulationError. What is
/// solved is so to rounding of the numbers that rows are made of: speeds of parts, and what
/// impulses would change of them if they were free. A row along which nothing can move, as that of
/// a wheel on a fixed axle straight above the ground, is left out.
/// Rows are found once a step, at its end, and serve the start of the next one, unless that is much
/// longer. Impulses are kept
/// by the points' ids: the next solve starts from them.
///
/// **Bounces** are reflections in the kinetic metric: with p the impulses that would stop what
/// comes, ΔV = (1 + e) M⁻¹Jᵀ p changes the kinetic energy by −½ (1 − e²) pᵀW p, for any number of
/// contacts at once. Where friction makes it grow, the bounce is as much of itself, on the way from
/// stopping, as leaves it. e < 1 counts above a speed at which bounces can be told from resting,
/// four times what gravity adds in a step.
/// Source: Kaufman & Pandolfi, "Geometric numerical integration of inequality constrained,
/// nonsmooth Hamiltonian systems", Int. J. Numer. Meth. Eng. 89, 2012.
class UnilateralConstraints {
 public:
  /// Options, as they are at the time, and the tree outlive it.
  UnilateralConstraints(const Mechanism& mechanism, const ClusterTree<double>& tree,
                        const ContactOptions& options);

  /// Whether a mechanism has nothing that could ever push.
  static bool areNone(const Mechanism& mechanism);

  /// Forgets impulses and rows: the state has jumped.
  void forget();

  /// Whether something is near enough to push in a step of h from where `motion` is; if not, the
  /// start of the step needs no solve.
  bool findNear(ImpulseResponse& motion, double h);

  /// The start of a step of h, after findNear: bounces of what the step would take into something,
  /// then impulses that leave every row
  ///
  ///   u_n ≥ −max(φ, 0)/h ⟂ p ≥ 0      φ: gap      u: velocity along the row with p
  ///
  /// Changes the velocities of `motion`; returns the work done [J].
  double solveStart(ImpulseResponse& motion, double h);

  /// Its second half, after `bounceStart`.
  double holdStart(ImpulseResponse& motion);

  /// The same for those who let the impulses act as forces over the step: only bounces change the
  /// velocities. The impulses are those of `rows` and `impulses`.
  double bounceStart(ImpulseResponse& motion, double h);
  void findStart(ImpulseResponse& motion);
  std::span<const ForceRow> rows() const { return now_.rows; }
  std::span<const double> impulses() const { return lambda_; }

  /// The end of it: bounces of what has come to touch; then rows that touch and those that
  /// `solveStart` pushed at get u_n ≥ 0. Late velocities (semi-implicit Euler) bounce at the
  /// start of the next step, which knows the acceleration that they lack.
  double solveEnd(ImpulseResponse& motion, double h, bool isLate = false);

  /// Moves parts out of each other along M⁻¹Jᵀ, φ + J dx ≥ −slop, where rounding, the curvature of
  /// the motion or the start let them in, at 1 m/s or rad/s at most. Returns whether it moved
  /// anything. What cannot be parted breaks the laws by its depth over h; a joint that its loop
  /// keeps beyond its limit is an error.
  bool correctPositions(ImpulseResponse& motion, double h);

  /// The dry friction that the solves of a step see to, laid out like v, after findNear; false if
  /// none.
  bool relieve(Eigen::VectorXd& strengths) const;

  /// Points and joints that were pushed, with their forces over the last step.
  const std::vector<ContactReading>& contacts() const { return contactReadings_; }
  const std::vector<JointReading>& limits() const { return limitReadings_; }
  const std::vector<JointReading>& jointFrictions() const { return jointFrictionReadings_; }

  /// What makes the next step start from the same impulses, to the last bit: the step whose
  /// rows are known, 0 if none are, reaches, how many constraints, and numbers of each. Its size
  /// changes with what is near; `expected` is the size that a memory beginning like this one has.
  std::size_t memorySize() const;
  std::size_t expectedMemory(std::span<const double> memory) const;
  void remember(std::span<double> into) const;
  void recall(std::span<const double> memory);

  /// Whether anything pushed in the last solve.
  bool hasPushed() const { return hasPushed_; }
  /// Whether positions were corrected in the last step.
  bool hasParted() const { return hasParted_; }

  /// The velocity by which the laws were broken most in the last step [m/s, rad/s].
  double error() const { return error_; }

 private:
  using Constraint = UnilateralConstraint;
  using RowSet = UnilateralRowSet;
  enum class Friction { none, coulomb };
  static constexpr std::size_t start = 0, end = 1;  ///< the two solves of a step

  static Eigen::Map<const Eigen::VectorXd> vector(const std::vector<double>& numbers) {
    return {numbers.data(), static_cast<Eigen::Index>(numbers.size())};
  }
  void updateReach(const ImpulseResponse& motion, double h);
  void predict(ImpulseResponse& motion, std::span<const ForceRow> rows);
  void assembleDelassus(ImpulseResponse& motion);
  void carryOver();
  void find(ImpulseResponse& motion, std::size_t side);
  double hold(ImpulseResponse& motion, std::size_t side);
  bool isContested(const Constraint& constraint) const;
  void jointFriction(const ImpulseResponse::Push& push, std::size_t side);
  void solve(Friction friction);
  CoulombOutcome solve(double nothing);
  void measure(const ImpulseResponse& motion, RowSet& set);
  double speedOf(const ImpulseResponse& motion) const;
  void requireWayBack(double part) const;
  void require(const CoulombOutcome& outcome, double inVelocity = 1);
  void addResponse(const std::vector<double>& impulses, std::vector<double>& rates);
  Eigen::Vector3d impulseOn(const Constraint& constraint) const;
  bool note();
  double respond(ImpulseResponse& motion);
  void read(double h);

  // contact_memory.cpp
  void findAgain(ImpulseResponse& motion);
  const std::vector<Constraint>& remembered() const {
    return isRecalled_ ? before_.list : now_.list;
  }

  // bounces.cpp
  double bounce(ImpulseResponse& motion, ImpulseResponse::When when, double h);
  bool bounces(const Constraint& constraint, double speed, double h) const;
  double thrownBack(const ImpulseResponse& motion, const Constraint& constraint) const;
  void solveBounce();

  UnilateralRows near_;
  double gravity_, step_ = 0;
  double reachStep_ = 0;  ///< the step for which rows were found last [s]
  RowSet now_, before_, inside_;
  bool isRecalled_ = false;  ///< whether now_ is still to be found, and before_ has its impulses
  bool isFound_ = false;  ///< whether now_ and w_ are those of the configuration a step begins at
  Eigen::MatrixXd w_;
  std::vector<double> rates_;       ///< u where a solve begins
  std::vector<double> target_;      ///< the least it is to leave along normals
  std::vector<double> lambda_, b_;  ///< of it
  std::vector<double> stopping_;    ///< impulses that would stop what bounces
  std::vector<double> bounced_;     ///< what bounces changed along the rows in this solve
  std::vector<double> response_, change_;
  std::vector<double> free_;  ///< square roots of what free parts would answer, by row
  std::vector<double> own_;   ///< the diagonal of W in the first rows of constraints
  std::vector<ConeBlock> blocks_;
  CoulombSolver solver_;
  DampedResponse* damped_ = nullptr;  ///< what makes up W, instead of w_
  const ContactOptions& options_;
  double error_ = 0;
  double nothing_ = 0;   ///< a residual that counts as none [m/s, rad/s]
  double rounding_ = 0;  ///< of the velocities that rows are made of
  bool hasPushed_ = false, hasParted_ = false;
  std::vector<ContactReading> contactReadings_;
  std::vector<JointReading> limitReadings_, jointFrictionReadings_;
};

}  // namespace linkwork::contact
