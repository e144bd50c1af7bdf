#include "linkwork/contact/unilateral_constraints.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linkwork/linalg/index.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork::contact {
namespace {

using When = ImpulseResponse::When;

/// A step may be longer than the step of its rows by this factor. Reaches include a margin of one
/// half.
constexpr double mostLonger = 1.2;

/// Depth that parts may keep in contact [m], or a joint beyond its range [m, rad].
constexpr double slop = 1e-7;

/// Speed by which contacts and limits may contradict prescribed motions [m/s, rad/s].
constexpr double mostContradiction = 1e-3;

/// Number of rows from which operators are faster than a dense W.
constexpr std::size_t manyRows = 24;

/// Speed that counts as zero, relative to the speed that gravity adds in a step.
constexpr double stillPart = 1e-12;

/// Position error at which prescribed motions are corrected [rad, m].
constexpr double offMotion = 1e-13;

/// Speed at which overlapping parts separate [m/s, rad/s], and the part of the slop that counts as
/// zero.
constexpr double partingSpeed = 1, goodDepth = 1e-3;

/// Other parts and joints may move faster than that by `mostLeverage`. If that allows only a small
/// part of the separation, and W is a small part of its value for free parts, the mechanism is at a
/// dead center.
constexpr double mostLeverage = 5, smallPart = 0.05, smallResponse = 1e-4;

/// The axes of a contact, as columns, from its first three rows.
Eigen::Matrix3d axesOf(const ForceRow* rows) {
  Eigen::Matrix3d axes;
  axes << rows[0].axis, rows[1].axis, rows[2].axis;
  return axes;
}

}  // namespace

UnilateralConstraints::UnilateralConstraints(const Mechanism& mechanism,
                                             const ClusterTree<double>& tree,
                                             const ContactOptions& options, ContactTally& tally,
                                             const Drives& drives)
    : near_(mechanism, tree, drives),
      gravity_(tree.gravity().norm()),
      options_(options),
      tally_(tally) {}

bool UnilateralConstraints::areNone(const Mechanism& mechanism) {
  return mechanism.contact.colliders.empty() &&
         std::none_of(mechanism.joints.begin(), mechanism.joints.end(),
                      [](const Joint& joint) { return hasLimits(joint) || joint.friction != 0; }) &&
         std::none_of(mechanism.tendons.begin(), mechanism.tendons.end(),
                      [](const Tendon& tendon) { return tendon.limits.has_value(); });
}

void UnilateralConstraints::forget() {
  isFound_ = isRecalled_ = hasPushed_ = false;
  error_ = 0;
  near_.forgetDrives();
  now_.list.clear();
  contactReadings_.clear();
  limitReadings_.clear();
  jointFrictionReadings_.clear();
  driveReadings_.clear();
}

bool UnilateralConstraints::findNear(ImpulseResponse& motion, double h) {
  if (near_.empty()) return false;
  error_ = 0;
  hasParted_ = false;
  nothing_ = stillPart * h * gravity_;
  rounding_ = leftByRounding * speedOf(motion);
  step_ = h;
  if (isRecalled_) findAgain(motion);
  // The last forces act for another time if steps differ.
  const double ratio = isFound_ ? h / reachStep_ : 1;
  const bool isLonger = isFound_ && h > mostLonger * reachStep_;
  if (!isFound_ || isLonger) {
    if (isLonger) std::swap(now_, before_);
    updateReach(motion, h);
    near_.find(motion, now_);
    if (isLonger) matchImpulses();
    isFound_ = false;
  }
  for (Constraint& constraint : now_.list) {
    constraint.sum.setZero();
    constraint.normalImpulse = 0;
    constraint.actingTime = 0;
    for (Vector6<double>& impulse : constraint.impulses) impulse *= ratio;
  }
  return !now_.list.empty();
}

void UnilateralConstraints::updateReach(const ImpulseResponse& motion, double h) {
  near_.updateReach(motion, h);
  near_.markStiffDrives(h, forceTime_);
  reachStep_ = h;
}

double UnilateralConstraints::bounceStart(ImpulseResponse& motion, double h) {
  if (!isFound_) prepareRows(motion);
  isFound_ = false;
  hasPushed_ = false;
  const double work = bounce(motion, When::before, h);
  for (Constraint& constraint : now_.list) {
    constraint.isActive = constraint.canMove && !isContested(constraint);
    target_[at(constraint.row)] = -std::max(constraint.gap, 0.0) / h;
  }
  return work;
}

/// Whether a limit of another joint in the same loops is near. Both limits together may allow a
/// single velocity, which the loops change during a step. The end of the step satisfies them
/// exactly.
bool UnilateralConstraints::isContested(const Constraint& constraint) const {
  const auto tied = [&](const Constraint& each) {
    return each.limit >= 0 ? near_.limits()[at(each.limit)].tied : -1;
  };
  return tied(constraint) >= 0 &&
         std::any_of(now_.list.begin(), now_.list.end(), [&](const Constraint& other) {
           return &other != &constraint && tied(other) == tied(constraint);
         });
}

void UnilateralConstraints::findStart(ImpulseResponse& motion) {
  find(motion, start);
  addImpulses();
}

double UnilateralConstraints::solveStart(ImpulseResponse& motion, double h) {
  const double work = bounceStart(motion, h);
  return work + holdStart(motion);
}

double UnilateralConstraints::holdStart(ImpulseResponse& motion) { return hold(motion, start); }

double UnilateralConstraints::solveEnd(ImpulseResponse& motion, double h, bool isLate) {
  if (near_.empty()) return 0;
  std::swap(now_, before_);
  updateReach(motion, h);
  near_.find(motion, now_);
  matchImpulses();
  prepareRows(motion);
  isFound_ = true;
  hasPushed_ = false;
  double work = isLate ? 0 : bounce(motion, When::now, h);
  for (Constraint& constraint : now_.list) {
    const bool touches =
        constraint.gap <= 0 || constraint.impulses[start] != Vector6<double>::Zero();
    const bool isLeft =
        isLate && bounces(constraint, -motion.rate(now_.rows[at(constraint.row)]), h);
    constraint.isActive = constraint.canMove && touches && !isLeft;
  }
  work += hold(motion, end);
  read(forceTime_ > 0 ? forceTime_ : h);
  return work;
}

bool UnilateralConstraints::correctPositions(ImpulseResponse& motion, double h, bool again) {
  if (near_.empty() || (again && near_.drives().motions().empty())) return false;
  near_.find(motion, inside_);
  bool isInside = false, follows = false;
  for (Constraint& constraint : inside_.list) {
    if (constraint.isDrive() && near_.drives().isMotion(constraint.drive)) {
      constraint.gap = -near_.drives().errorAtEnd(constraint.drive, h, motion.position());
      constraint.bounds[0] = -HUGE_VAL;
      follows = follows || std::abs(constraint.gap) > offMotion;
    }
    isInside = isInside || (constraint.keepsGap() && constraint.gap < -slop);
  }
  if ((!isInside || again) && !follows) return false;

  // Normals only, one row each.
  std::size_t rows = 0;
  b_.clear();
  blocks_.clear();
  std::erase_if(inside_.list, [&](const Constraint& constraint) {
    return (again || !constraint.keepsGap()) &&
           !(constraint.isDrive() && near_.drives().isMotion(constraint.drive));
  });
  for (Constraint& constraint : inside_.list) {
    inside_.rows[rows] = inside_.rows[at(constraint.row)];
    constraint.row = static_cast<int>(rows++);
    constraint.torsion = constraint.rolling = 0;
    b_.push_back(constraint.isDrive() ? constraint.gap
                                      : std::max(constraint.gap + slop, -partingSpeed * h));
  }
  inside_.rows.resize(rows);
  lambda_.assign(rows, 0.0);
  findDelassus(motion, inside_.rows);
  measure(motion, inside_);
  for (const Constraint& constraint : inside_.list)
    if (constraint.canMove)
      blocks_.push_back({constraint.row, false, 0, constraint.bounds[0], constraint.bounds[1]});
  isFound_ = false;  // W is no longer that of now_
  require(solve(follows ? 0 : goodDepth * slop), 1 / h);
  const double part =
      motion.displace(inside_.rows, lambda_.data(), mostLeverage * partingSpeed * h);
  requireSeparation(part);
  hasParted_ = true;
  return true;
}

/// Throws if a loop holds a joint beyond its limit, at a dead center.
void UnilateralConstraints::requireSeparation(double part) const {
  for (const Constraint& constraint : inside_.list) {
    const double free = free_[at(constraint.row)];
    const bool isStuck =
        part < smallPart && own_[at(constraint.row)] <= smallResponse * free * free;
    if (constraint.limit < 0 || constraint.gap >= -10 * slop || (constraint.canMove && !isStuck))
      continue;
    const JointLimit& limit = near_.limits()[at(constraint.limit)];
    throw SimulationError(near_.nameOf(limit) + " is " + detail::written(-constraint.gap) +
                          " beyond its limit, and " +
                          (limit.tendon >= 0 ? "no joint changes its length in this pose"
                                             : "its loop lets it go no further back"));
  }
}

/// W of rows: an operator for many rows if there is one, else dense.
void UnilateralConstraints::findDelassus(ImpulseResponse& motion, std::span<const ForceRow> rows) {
  delassus_ = rows.size() < manyRows ? nullptr : motion.damped(rows);
  if (delassus_) return;
  if (!rows.empty()) motion.assembleDelassus(rows, w_);
  dense_ = DenseDelassus(w_);
  delassus_ = &dense_;
}

/// W, and all numbers by rows.
void UnilateralConstraints::prepareRows(ImpulseResponse& motion) {
  findDelassus(motion, now_.rows);
  measure(motion, now_);
  for (std::vector<double>* numbers :
       {&rates_, &target_, &lambda_, &b_, &stopping_, &bounced_, &response_})
    numbers->assign(now_.rows.size(), 0.0);
  UnilateralRows::writeSticking(now_, target_);
}

/// Computes f of the rows, and finds those that can move, after findDelassus.
void UnilateralConstraints::measure(const ImpulseResponse& motion, RowSet& set) {
  near_.findFreeResponses(set.rows, motion, free_);
  own_.resize(free_.size());
  for (Constraint& constraint : set.list) {
    const int row = constraint.row;
    own_[at(row)] = delassus_->trace(row, 1);
    constraint.canMove = canMove(own_[at(row)], free_[at(row)]);
    if (!constraint.hasMoments()) continue;
    const auto canTurn = [&](int first, int rows) {
      return canMove(delassus_->trace(row + first, rows), free_[at(row + first)]);
    };
    constraint.canSpin = canTurn(3, 1);
    constraint.canRoll = canTurn(4, 2);
  }
}

/// The largest speed in the velocities along rows [m/s, rad/s].
double UnilateralConstraints::speedOf(const ImpulseResponse& motion) const {
  double largest = 0;
  const std::vector<Vector6<double>>& velocities = motion.velocities();
  for (std::size_t p = 1; p < velocities.size(); ++p)
    largest = std::max(largest, near_.speedOf(static_cast<int>(p), velocities[p]) +
                                    velocities[p].head<3>().norm());
  return largest;
}

/// Takes over impulses of constraints in before_. Both lists have nearly the same order.
void UnilateralConstraints::matchImpulses() {
  std::size_t next = 0;
  const std::size_t count = before_.list.size();
  for (Constraint& constraint : now_.list)
    for (std::size_t tried = 0; tried < count; ++tried) {
      const Constraint& old = before_.list[(next + tried) % count];
      if (!constraint.isSame(old)) continue;
      constraint.impulses = old.impulses;
      constraint.sum = old.sum;
      constraint.normalImpulse = old.normalImpulse;
      constraint.actingTime = old.actingTime;
      next = (next + tried + 1) % count;
      break;
    }
}

/// Finds impulses that keep the active rows at or above their targets.
void UnilateralConstraints::find(ImpulseResponse& motion, std::size_t side) {
  std::fill(lambda_.begin(), lambda_.end(), 0.0);
  for (std::size_t i = 0; i < now_.rows.size(); ++i) {
    response_[i] = motion.rate(now_.rows[i]);
    rates_[i] = motion.rate(now_.rows[i], When::before) + bounced_[i];
    if (!motion.smoothForce().isPredicted) rates_[i] = (rates_[i] + response_[i]) / 2;
  }
  setBounds(motion, side);
  for (const Constraint& constraint : now_.list) {
    if (!constraint.isActive) continue;
    double* const lambda = &lambda_[at(constraint.row)];
    // Start from the impulses of the other solve, or from those of this side if they are much
    // smaller or the other solve found none.
    const Vector6<double>&own = constraint.impulses[side], &other = constraint.impulses[1 - side];
    const Eigen::Vector3d ownForce = own.head<3>(), otherForce = other.head<3>();
    const bool isOwn =
        otherForce.isZero(0) || ownForce.squaredNorm() < 1e-6 * otherForce.squaredNorm();
    const Vector6<double>& known = isOwn ? own : other;
    if (!constraint.isContact()) {
      *lambda = known[0];
      continue;
    }
    const Eigen::Matrix3d axes = axesOf(&now_.rows[at(constraint.row)]);
    Eigen::Map<Eigen::Vector3d>{lambda} = axes.transpose() * known.head<3>();
    if (constraint.hasMoments())
      Eigen::Map<Eigen::Vector3d>{lambda + forceRows} = axes.transpose() * known.tail<3>();
  }
  for (std::size_t i = 0; i < b_.size(); ++i) b_[i] = response_[i] - target_[i];
  solve(Friction::coulomb);
  for (Constraint& constraint : now_.list) constraint.impulses[side] = impulseOn(constraint);
}

/// Bounds of joint Coulomb friction and laws of drives in this solve. Joints that were not found at
/// the start of the step have their smooth law.
void UnilateralConstraints::setBounds(const ImpulseResponse& motion, std::size_t side) {
  const ImpulseResponse::SmoothForce smooth = motion.smoothForce();
  for (Constraint& constraint : now_.list) {
    if (constraint.keepsGap()) continue;
    if (side == start) constraint.actingTime = smooth.lag > 0 ? step_ : smooth.time;
    const double time = side == start               ? smooth.time
                        : constraint.actingTime > 0 ? step_ - constraint.actingTime
                                                    : 0;
    if (constraint.isDrive()) {
      setDrive(motion, constraint, side, time);
      continue;
    }
    const double most = near_.jointFrictions()[at(constraint.jointFriction)].strength * time;
    constraint.bounds = {-most, most};
  }
}

/// The law of a drive in a solve that covers a time of the step.
void UnilateralConstraints::setDrive(const ImpulseResponse& motion, Constraint& constraint,
                                     std::size_t side, double time) {
  const std::size_t row = at(constraint.row);
  const Drives& drives = near_.drives();
  const bool isFirstOrder = forceTime_ > 0;
  if (isFirstOrder && side == start) time = forceTime_;
  const bool acts = time > 0 || (side == start && drives.isMotion(constraint.drive));
  constraint.isActive = constraint.canMove && acts;
  if (!acts) return;
  if (time == 0) time = step_;
  const auto rateOf = [&](const DriveTerm& term) { return motion.jointRate(term.body, 0); };
  const Drives::Solve solve{
      step_,
      time,
      constraint.length,
      response_[row],
      own_[row],
      drives.freeRangeOf(constraint.drive, motion.position(), rateOf, near_.solved()),
      isFirstOrder};
  const DriveLaw law = side == start ? drives.lawAtStart(constraint.drive, solve, motion.position())
                                     : drives.lawAtEnd(constraint.drive, solve);
  if (!constraint.canMove) return requireHeld(constraint, law.target - response_[row]);
  target_[row] = law.target;
  constraint.compliance = law.compliance / time;
  constraint.bounds = {time * law.least, time * law.most};
}

/// Throws if loops and couplings hold a joint whose motion is prescribed.
void UnilateralConstraints::requireHeld(const Constraint& constraint, double off) const {
  const Drives& drives = near_.drives();
  if (!drives.isMotion(constraint.drive) || std::abs(off) <= 1e-9) return;
  throw SimulationError(near_.nameOfJoint(drives.single(constraint.drive)->body) +
                        " cannot follow its prescribed motion: loops, couplings or other joints "
                        "hold it");
}

bool UnilateralConstraints::relieve(WarmStartForce& force) const {
  force.relieved.setZero();
  force.solvedDrives.assign(at(near_.drives().size()), 0);
  bool any = false;
  for (const Constraint& constraint : now_.list) {
    if (constraint.isDrive()) {
      force.solvedDrives[at(constraint.drive)] = 1;
      any = true;
    }
    if (!constraint.isJointFriction()) continue;
    const UnilateralRows::JointFriction& jointFriction =
        near_.jointFrictions()[at(constraint.jointFriction)];
    force.relieved[jointFriction.entry] = jointFriction.strength;
    any = true;
  }
  return any;
}

bool UnilateralConstraints::relieveDrives(double h, WarmStartForce& force) {
  if (near_.markStiffDrives(h, forceTime_)) isFound_ = false;
  force.relieved.setZero();
  force.solvedDrives = near_.solved();
  return std::any_of(force.solvedDrives.begin(), force.solvedDrives.end(),
                     [](char isSolved) { return isSolved != 0; });
}

/// Finds impulses and applies them to the motion. Returns their work [J].
double UnilateralConstraints::hold(ImpulseResponse& motion, std::size_t side) {
  find(motion, side);
  return respond(motion);
}

/// Solves for λ of the active rows, from b_ and the initial guess in λ.
void UnilateralConstraints::solve(Friction friction) {
  blocks_.clear();
  for (const Constraint& constraint : now_.list) {
    if (!constraint.isActive) continue;
    const bool isCone = constraint.isContact() && friction == Friction::coulomb;
    blocks_.push_back({constraint.row, isCone, isCone ? constraint.friction : 0,
                       constraint.bounds[0], constraint.bounds[1], constraint.compliance});
    if (!isCone || !constraint.hasMoments()) continue;
    blocks_.back().hasMoments = true;
    blocks_.back().torsion = constraint.canSpin ? constraint.torsion : 0;
    blocks_.back().rolling = constraint.canRoll ? constraint.rolling : 0;
  }
  require(solve(nothing_));
}

CoulombOutcome UnilateralConstraints::solve(double nothing) {
  const auto count = static_cast<Eigen::Index>(lambda_.size());
  return solver_.solve(*delassus_, vector(b_), blocks_,
                       Eigen::Map<Eigen::VectorXd>(lambda_.data(), count),
                       {nothing, rounding_, free_});
}

/// Throws if a residual is too large. `inVelocity` converts residuals to velocities.
void UnilateralConstraints::require(const CoulombOutcome& outcome, double inVelocity) {
  const double error = outcome.residual * inVelocity;
  if (std::isnan(error)) throw SimulationError("numbers are no longer finite");
  const bool isUnbounded = near_.drives().haveUnbounded();
  const double most = isUnbounded ? std::min(mostContradiction, options_.allow) : options_.allow;
  if (!outcome.converged && error > most)
    throw SimulationError(
        (isUnbounded ? "prescribed motions, motors without maxForce, contacts and limits "
                       "contradict each other by "
                     : "the laws of contact are broken by ") +
        detail::written(error) + " m/s or rad/s by the best impulses found; " +
        (most < options_.allow ? "at most " : "contact.allow is ") + detail::written(most));
  error_ = std::max(error_, error);
}

/// rates += W impulses
void UnilateralConstraints::addResponse(const std::vector<double>& impulses,
                                        std::vector<double>& rates) {
  change_.resize(impulses.size());
  delassus_->apply(impulses.data(), static_cast<int>(impulses.size()), change_.data());
  for (std::size_t i = 0; i < rates.size(); ++i) rates[i] += change_[i];
}

Vector6<double> UnilateralConstraints::impulseOn(const Constraint& constraint) const {
  const double* const lambda = &lambda_[at(constraint.row)];
  if (!constraint.isContact()) return Vector6<double>::Unit(0) * *lambda;
  const Eigen::Matrix3d axes = axesOf(&now_.rows[at(constraint.row)]);
  Vector6<double> impulse;
  impulse.head<3>() = axes * Eigen::Map<const Eigen::Vector3d>(lambda);
  if (constraint.hasMoments())
    impulse.tail<3>() = axes * Eigen::Map<const Eigen::Vector3d>(lambda + forceRows);
  else
    impulse.tail<3>().setZero();
  return impulse;
}

/// Adds the impulses λ to the sums of the step. Returns whether there are any.
bool UnilateralConstraints::addImpulses() {
  bool isIdle = true;
  for (const double impulse : lambda_) isIdle = isIdle && impulse == 0;
  if (isIdle) return false;
  for (Constraint& constraint : now_.list) {
    constraint.sum += impulseOn(constraint);
    constraint.normalImpulse += lambda_[at(constraint.row)];
  }
  return true;
}

/// Applies the impulses λ to the motion. Returns their work from u = rates_ [J].
double UnilateralConstraints::respond(ImpulseResponse& motion) {
  if (!addImpulses()) return 0;
  hasPushed_ = true;
  motion.respond(now_.rows, lambda_.data());
  response_.assign(lambda_.size(), 0.0);
  addResponse(lambda_, response_);
  return vector(lambda_).dot(vector(rates_) + 0.5 * vector(response_));
}

/// The force of a joint's constraint towards larger coordinates.
JointReading UnilateralConstraints::readingOf(const RowSet& set, const Constraint& constraint,
                                              double h) const {
  const ForceRow& row = set.rows[at(constraint.row)];
  const double sign = constraint.limitsFromAbove ? -1 : 1;
  const int tendon = constraint.limit >= 0 ? near_.limits()[at(constraint.limit)].tendon : -1;
  return {row.joint, tendon, sign * row.along, sign * constraint.sum[0] / h};
}

/// Collects the readings of the step: of constraints at its end, and of those that are no longer
/// near.
void UnilateralConstraints::read(double h) {
  contactReadings_.clear();
  limitReadings_.clear();
  jointFrictionReadings_.clear();
  driveReadings_.clear();
  const auto add = [&](const RowSet& set, const Constraint& constraint) {
    if (constraint.sum == Vector6<double>::Zero()) return;
    if (constraint.isContact()) {
      const collision::ContactPoint& point = set.points[at(constraint.point)];
      contactReadings_.push_back(
          {point, constraint.sum.head<3>() / h, constraint.sum.tail<3>() / h});
      tally_.add(point.colliders, constraint.normalImpulse);
    } else if (constraint.isJointFriction())
      jointFrictionReadings_.push_back(readingOf(set, constraint, h));
    else if (constraint.isDrive())
      driveReadings_.push_back({readingOf(set, constraint, h), constraint.drive,
                                near_.drives().isConstraint(constraint.drive)});
    else
      limitReadings_.push_back(readingOf(set, constraint, h));
  };
  for (const std::array<int, 2>& pair : now_.sensed) tally_.add(pair, 0);
  for (const Constraint& constraint : now_.list) add(now_, constraint);
  for (const Constraint& old : before_.list) {
    const auto isSame = [&](const Constraint& constraint) { return constraint.isSame(old); };
    if (std::none_of(now_.list.begin(), now_.list.end(), isSame)) add(before_, old);
  }
}

std::vector<double> UnilateralConstraints::tendonLimits() const {
  std::vector<double> forces;
  for (const JointReading& reading : limitReadings_) {
    if (reading.tendon < 0) continue;
    forces.resize(near_.tendons());
    forces[at(reading.tendon)] += reading.force;
  }
  return forces;
}

}  // namespace linkwork::contact
