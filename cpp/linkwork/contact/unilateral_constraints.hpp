#pragma once

#include <span>
#include <vector>

#include "linkwork/contact/contact_tally.hpp"
#include "linkwork/contact/coulomb_solver.hpp"
#include "linkwork/contact/unilateral_rows.hpp"
#include "linkwork/dynamics/forces.hpp"
#include "linkwork/methods.hpp"

namespace linkwork::contact {

/// A contact point and its force in the last step.
struct ContactReading {
  collision::ContactPoint point;
  Eigen::Vector3d force{0, 0, 0};   ///< on parts[1], world axes, mean over the step [N]
  Eigen::Vector3d moment{0, 0, 0};  ///< of torsional and rolling friction, likewise [N·m]
};

/// The force of a limit of a joint or a tendon, or of Coulomb friction in addition to its smooth
/// law, in the last step.
struct JointReading {
  int body = ground;                                ///< the tree body on the joint
  int tendon = -1;                                  ///< of the limit; −1: of a joint
  Vector6<double> along = Vector6<double>::Zero();  ///< along · v of the joint grows
  double force = 0;                                 ///< mean over the step, along it [N or N·m]
};

/// The force of a drive that the solves of the last step have found.
struct DriveReading : JointReading {
  int drive = 0;
  bool isConstraint = false;  ///< Drives::isConstraint
};

/// Contacts, limits of joints and tendons, joint Coulomb friction and stiff drives of a mechanism
/// in steps of any integrator, solved together over the whole mechanism.
///
/// **Joint Coulomb friction** of strength f holds a joint at rest, where its smooth law would let
/// the joint creep: |p| ≤ f t in a solve that covers a time t of the step. Either u = 0, or the
/// full f acts. This replaces the smooth law (`relieve`) in joints that may come to rest in the
/// step.
///
/// **Torsional and rolling friction** are moments that the normal force bounds, by lengths μ_t and
/// μ_r (CoulombProblem). They act against the relative angular velocity ω_B − ω_A.
///
/// **Moving surfaces** have velocities s_A and s_B relative to their parts. Friction acts against
/// the slip u_t + (s_B − s_A)·t. Its work on the parts, p·u, includes the work of the surfaces.
///
/// **Drives** (drives.hpp) are rows with a target, a compliance and bounds. Each of the two solves
/// covers its part of the step with the law at the velocities that it leads to. Prescribed motions
/// reach their position at the end of the step, and their velocity.
///
/// A step has two solves. The one at its start stops parts that are about to touch. The other one
/// is at its end. Impulses that violate the laws by more than the options allow are a
/// SimulationError. Solutions are accurate to the rounding errors of their input: speeds of parts,
/// and their changes by impulses if the parts were free. Rows along which nothing can move are left
/// out, for example a wheel on a fixed axle above the ground.
///
/// Rows are found once in a step, at its end. The start of the next step uses them unless that step
/// is much longer. Each solve starts from the last impulses, which are matched by the ids of
/// points.
///
/// **Bounces** are reflections in the kinetic metric. With p the impulses that would stop all
/// approaching rows, ΔV = (1 + e) M⁻¹Jᵀ p changes the kinetic energy by −½ (1 − e²) pᵀW p, for any
/// number of contacts together. If friction would increase the energy, the bounce is scaled back
/// towards stopping until it does not. On moving surfaces this is the energy less the work of the
/// surfaces. Restitution e < 1 acts above the speed at which bounces can be distinguished from
/// resting: four times the speed that gravity adds in a step.
/// Source: Kaufman & Pandolfi, "Geometric numerical integration of inequality constrained,
/// nonsmooth Hamiltonian systems", Int. J. Numer. Meth. Eng. 89, 2012.
class UnilateralConstraints {
 public:
  /// Tree, options, tally and drives must outlive this object. Each solve reads the current options
  /// and commands. The end of each step adds to the tally.
  UnilateralConstraints(const Mechanism& mechanism, const ClusterTree<double>& tree,
                        const ContactOptions& options, ContactTally& tally, const Drives& drives);

  UnilateralConstraints(const UnilateralConstraints&) = delete;
  UnilateralConstraints& operator=(const UnilateralConstraints&) = delete;

  /// Sets the time for which forces act whose impulses the solves find [s]; 0, the default: the
  /// step.
  void setForceTime(double seconds) { forceTime_ = seconds; }

  /// Whether a mechanism has no colliders, limits or joint Coulomb friction.
  static bool areNone(const Mechanism& mechanism);

  /// Clears impulses and rows, after a change of the state from outside.
  void forget();

  /// Finds the constraints that may act in a step of h from the state of `motion`. Returns whether
  /// there are any. If not, the start of the step needs no solve.
  bool findNear(ImpulseResponse& motion, double h);

  /// Solves at the start of a step of h, after findNear: bounces of rows that the step would close,
  /// then impulses after which every row has
  ///
  ///   u_n ≥ −max(φ, 0)/h ⟂ p ≥ 0      φ: gap      u: velocity along the row with p
  ///
  /// Changes the velocities of `motion`. Returns the work [J].
  double solveStart(ImpulseResponse& motion, double h);

  /// The second half of `solveStart`, after `bounceStart`.
  double holdStart(ImpulseResponse& motion);

  /// The same for integrators that apply the impulses as forces over the step: only bounces change
  /// the velocities. `rows` and `impulses` return the rows and their impulses.
  double bounceStart(ImpulseResponse& motion, double h);
  void findStart(ImpulseResponse& motion);
  std::span<const ForceRow> rows() const { return now_.rows; }
  std::span<const double> impulses() const { return lambda_; }

  /// Solves at the end of the step: bounces of rows that have closed, then u_n ≥ 0 for rows that
  /// touch and rows with an impulse of `solveStart`.
  ///
  /// @param isLate  whether velocities lag (semi-implicit Euler). They bounce at the start of the
  ///                next step, which has the missing acceleration.
  double solveEnd(ImpulseResponse& motion, double h, bool isLate = false);

  /// Separates parts that overlap because of rounding, curvature of the motion or the initial
  /// state, along M⁻¹Jᵀ with φ + J dx ≥ −slop, at 1 m/s or rad/s at most, and moves joints to their
  /// prescribed positions. Returns whether it moved anything. A remaining depth counts as a
  /// violation of the laws, by the depth over h.
  /// @throws SimulationError if a loop keeps a joint beyond its limit
  ///
  /// @param again  only prescribed positions, which a correction has reached to first order
  bool correctPositions(ImpulseResponse& motion, double h, bool again = false);
  static constexpr int mostCorrections = 5;

  /// Writes the strengths of the joint Coulomb friction that the solves of a step apply, size nv,
  /// and marks their drives, after findNear. Returns false if there are none.
  bool relieve(WarmStartForce& force) const;
  /// The same of drives alone, for a step of h, before findNear.
  bool relieveDrives(double h, WarmStartForce& force);

  /// Contact points, limits and joint friction with a force in the last step.
  const std::vector<ContactReading>& contacts() const { return contactReadings_; }
  const std::vector<JointReading>& limits() const { return limitReadings_; }
  /// The sums of the forces of limits on tendons in the last step, by tendon; empty without any.
  std::vector<double> tendonLimits() const;
  const std::vector<JointReading>& jointFrictions() const { return jointFrictionReadings_; }
  /// Drives whose forces the last step solved for.
  const std::vector<DriveReading>& drives() const { return driveReadings_; }

  /// Saves and restores the state of the next step, bitwise identical: the step size of the known
  /// rows (0: none), reaches, the number of constraints, and the numbers of each. The size depends
  /// on the constraints that are near. `expectedMemory` returns the size of a memory from its
  /// start.
  std::size_t memorySize() const;
  std::size_t expectedMemory(std::span<const double> memory) const;
  void remember(std::span<double> into) const;
  void recall(std::span<const double> memory);

  /// Whether the last solve found an impulse.
  bool hasPushed() const { return hasPushed_; }
  /// Whether positions were corrected in the last step.
  bool hasParted() const { return hasParted_; }

  /// The largest violation of the laws in the last step [m/s, rad/s].
  double error() const { return error_; }

 private:
  using Constraint = UnilateralConstraint;
  using RowSet = UnilateralRowSet;
  enum class Friction { none, coulomb };
  static constexpr std::size_t start = 0, end = 1;  ///< the two solves of a step

  static Eigen::Map<const Eigen::VectorXd> vector(const std::vector<double>& numbers) {
    return {numbers.data(), static_cast<Eigen::Index>(numbers.size())};
  }
  JointReading readingOf(const RowSet& set, const Constraint& constraint, double h) const;
  void updateReach(const ImpulseResponse& motion, double h);
  void findDelassus(ImpulseResponse& motion, std::span<const ForceRow> rows);
  void prepareRows(ImpulseResponse& motion);
  void matchImpulses();
  void find(ImpulseResponse& motion, std::size_t side);
  double hold(ImpulseResponse& motion, std::size_t side);
  bool isContested(const Constraint& constraint) const;
  void setBounds(const ImpulseResponse& motion, std::size_t side);
  void requireHeld(const Constraint& constraint, double off) const;
  void setDrive(const ImpulseResponse& motion, Constraint& constraint, std::size_t side,
                double time);
  void solve(Friction friction);
  CoulombOutcome solve(double nothing);
  void measure(const ImpulseResponse& motion, RowSet& set);
  double speedOf(const ImpulseResponse& motion) const;
  void requireSeparation(double part) const;
  void require(const CoulombOutcome& outcome, double inVelocity = 1);
  void addResponse(const std::vector<double>& impulses, std::vector<double>& rates);
  Vector6<double> impulseOn(const Constraint& constraint) const;
  bool addImpulses();
  double respond(ImpulseResponse& motion);
  void read(double h);

  std::size_t records() const;
  void findAgain(ImpulseResponse& motion);
  const std::vector<Constraint>& remembered() const {
    return isRecalled_ ? before_.list : now_.list;
  }

  // bounces.cpp
  double bounce(ImpulseResponse& motion, ImpulseResponse::When when, double h);
  bool bounces(const Constraint& constraint, double speed, double h) const;
  double reboundOf(const ImpulseResponse& motion, const Constraint& constraint) const;
  void solveBounce();

  UnilateralRows near_;
  double gravity_, step_ = 0, forceTime_ = 0;
  double reachStep_ = 0;  ///< step size for which rows were found last [s]
  RowSet now_, before_, inside_;
  bool isRecalled_ = false;    ///< whether before_ has the impulses of now_, which is not yet found
  bool isFound_ = false;       ///< whether now_ and W are those of the start of the next step
  Eigen::MatrixXd w_;          ///< entries of dense_
  std::vector<double> rates_;  ///< u before a solve
  std::vector<double> target_;  ///< u after a solve: the least along normals, sticking on tangents
  std::vector<double> lambda_, b_;  ///< of the solve
  std::vector<double> stopping_;    ///< impulses that would stop all bouncing rows
  std::vector<double> bounced_;     ///< changes of u by bounces in this solve
  std::vector<double> response_, change_;
  std::vector<double> free_;  ///< f by row (UnilateralRows::findFreeResponses)
  std::vector<double> own_;   ///< the diagonal of W at the first rows of constraints
  std::vector<ConeBlock> blocks_;
  CoulombSolver solver_;
  DenseDelassus dense_;
  DelassusOperator* delassus_ = nullptr;  ///< W of the rows
  const ContactOptions& options_;
  ContactTally& tally_;
  double error_ = 0;
  double nothing_ = 0;   ///< residual that counts as zero [m/s, rad/s]
  double rounding_ = 0;  ///< rounding error of the velocities along rows
  bool hasPushed_ = false, hasParted_ = false;
  std::vector<ContactReading> contactReadings_;
  std::vector<JointReading> limitReadings_, jointFrictionReadings_;
  std::vector<DriveReading> driveReadings_;
};

}  // namespace linkwork::contact
