#include "linkwork/contact/unilateral_constraints.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linkwork/mechanism/wording.hpp"

namespace linkwork::contact {
namespace {

using When = ImpulseResponse::When;

/// By what part a step may be longer than the one for which its rows were found: reaches have room
/// for half as much again.
constexpr double mostLonger = 1.2;

/// How deep parts may stay in each other [m], or a joint beyond its range [m, rad].
constexpr double slop = 1e-7;

/// From so many rows on W is more than a few numbers.
constexpr std::size_t manyRows = 24;

/// A speed that is nothing, of what gravity adds in a step.
constexpr double stillPart = 1e-12;

/// How fast parts leave each other that a step finds in each other [m/s, rad/s], and what of the
/// slop counts as nothing.
constexpr double partingSpeed = 1, goodDepth = 1e-3;

/// How much faster than that other parts and joints may move for it. Where they would have to be
/// much faster still, and W is little of what free parts would answer, what parts them is at a dead
/// center.
constexpr double mostLever = 5, littleOfIt = 0.05, littleMoved = 1e-4;

}  // namespace

UnilateralConstraints::UnilateralConstraints(const Mechanism& mechanism,
                                             const ClusterTree<double>& tree,
                                             const ContactOptions& options)
    : near_(mechanism, tree), gravity_(tree.gravity().norm()), options_(options) {}

bool UnilateralConstraints::areNone(const Mechanism& mechanism) {
  return mechanism.contact.colliders.empty() &&
         std::none_of(mechanism.joints.begin(), mechanism.joints.end(),
                      [](const Joint& joint) { return joint.limits || joint.friction != 0; });
}

void UnilateralConstraints::forget() {
  isFound_ = isRecalled_ = hasPushed_ = false;
  error_ = 0;
  now_.list.clear();
  contactReadings_.clear();
  limitReadings_.clear();
  jointFrictionReadings_.clear();
}

bool UnilateralConstraints::findNear(ImpulseResponse& motion, double h) {
  if (near_.empty()) return false;
  error_ = 0;
  hasParted_ = false;
  nothing_ = stillPart * h * gravity_;
  rounding_ = leftByRounding * speedOf(motion);
  step_ = h;
  if (isRecalled_) findAgain(motion);
  const bool isLonger = isFound_ && h > mostLonger * reachStep_;
  if (!isFound_ || isLonger) {
    if (isLonger) std::swap(now_, before_);
    updateReach(motion, h);
    near_.find(motion, now_);
    if (isLonger) carryOver();
    isFound_ = false;
  }
  for (Constraint& constraint : now_.list) {
    constraint.sum.setZero();
    constraint.spent = 0;
  }
  return !now_.list.empty();
}

void UnilateralConstraints::updateReach(const ImpulseResponse& motion, double h) {
  near_.updateReach(motion, h);
  reachStep_ = h;
}

double UnilateralConstraints::bounceStart(ImpulseResponse& motion, double h) {
  if (!isFound_) assembleDelassus(motion);
  isFound_ = false;
  hasPushed_ = false;
  const double work = bounce(motion, When::before, h);
  for (Constraint& constraint : now_.list) {
    constraint.counts = constraint.canMove && !isContested(constraint);
    target_[at(constraint.row)] = -std::max(constraint.gap, 0.0) / h;
  }
  return work;
}

/// Whether another stop is near of a joint that is tied to this one. The two may leave each other
/// one velocity alone, which those within a step miss by what the ties turn in it; its end has them
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
  note();
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
  carryOver();
  assembleDelassus(motion);
  isFound_ = true;
  hasPushed_ = false;
  double work = isLate ? 0 : bounce(motion, When::now, h);
  for (Constraint& constraint : now_.list) {
    const bool touches =
        constraint.gap <= 0 || constraint.impulses[start] != Eigen::Vector3d::Zero();
    const bool isLeft =
        isLate && bounces(constraint, -motion.rate(now_.rows[at(constraint.row)]), h);
    constraint.counts = constraint.canMove && touches && !isLeft;
  }
  std::fill(target_.begin(), target_.end(), 0.0);
  work += hold(motion, end);
  read(h);
  return work;
}

bool UnilateralConstraints::correctPositions(ImpulseResponse& motion, double h) {
  if (near_.empty()) return false;
  near_.find(motion, inside_);
  bool isInside = false;
  for (const Constraint& constraint : inside_.list) isInside = isInside || constraint.gap < -slop;
  if (!isInside) return false;

  // Normals alone: a row each.
  std::size_t rows = 0;
  b_.clear();
  blocks_.clear();
  std::erase_if(inside_.list,
                [](const Constraint& constraint) { return constraint.isJointFriction(); });
  for (Constraint& constraint : inside_.list) {
    inside_.rows[rows] = inside_.rows[at(constraint.row)];
    constraint.row = static_cast<int>(rows++);
    b_.push_back(std::max(constraint.gap + slop, -partingSpeed * h));
  }
  inside_.rows.resize(rows);
  lambda_.assign(rows, 0.0);
  predict(motion, inside_.rows);
  measure(motion, inside_);
  for (const Constraint& constraint : inside_.list)
    if (constraint.canMove) blocks_.push_back({constraint.row, false, 0});
  isFound_ = false;  // W is another's now
  require(solve(goodDepth * slop), 1 / h);
  const double part = motion.displace(inside_.rows, lambda_.data(), mostLever * partingSpeed * h);
  requireWayBack(part);
  hasParted_ = true;
  return true;
}

/// What can hardly be moved without all else moving far is held by a loop: at a dead center.
void UnilateralConstraints::requireWayBack(double part) const {
  for (const Constraint& constraint : inside_.list) {
    const double free = free_[at(constraint.row)];
    const bool isStuck = part < littleOfIt && own_[at(constraint.row)] <= littleMoved * free * free;
    if (constraint.isContact() || constraint.gap >= -10 * slop || (constraint.canMove && !isStuck))
      continue;
    throw SimulationError("joint " + detail::quoted(near_.jointName(constraint)) + " is " +
                          detail::written(-constraint.gap) +
                          " beyond its limit, and its loop lets it go no further back");
  }
}

/// W, by what makes it up where that is known and there is much of it.
void UnilateralConstraints::predict(ImpulseResponse& motion, std::span<const ForceRow> rows) {
  damped_ = rows.size() < manyRows ? nullptr : motion.damped(rows);
  if (!damped_ && !rows.empty()) motion.assembleDelassus(rows, w_);
}

/// W, and room for all numbers by rows.
void UnilateralConstraints::assembleDelassus(ImpulseResponse& motion) {
  predict(motion, now_.rows);
  measure(motion, now_);
  for (std::vector<double>* numbers :
       {&rates_, &target_, &lambda_, &b_, &stopping_, &bounced_, &response_})
    numbers->assign(now_.rows.size(), 0.0);
}

/// What free parts would answer along the rows, and which of them can move at all. W is known.
void UnilateralConstraints::measure(const ImpulseResponse& motion, RowSet& set) {
  near_.findFreeResponses(set.rows, motion, free_);
  own_.resize(free_.size());
  for (Constraint& constraint : set.list) {
    const int row = constraint.row;
    own_[at(row)] = damped_ ? damped_->trace({row, false}) : w_(row, row);
    constraint.canMove = canMove(own_[at(row)], free_[at(row)]);
  }
}

/// The largest speed that rows are made of [m/s, rad/s].
double UnilateralConstraints::speedOf(const ImpulseResponse& motion) const {
  double largest = 0;
  const std::vector<Vector6<double>>& velocities = motion.velocities();
  for (std::size_t p = 1; p < velocities.size(); ++p)
    largest = std::max(largest, near_.speedOf(static_cast<int>(p), velocities[p]) +
                                    velocities[p].head<3>().norm());
  return largest;
}

/// Impulses of what was there before the step as well. Both lists are in much the same order.
void UnilateralConstraints::carryOver() {
  std::size_t next = 0;
  const std::size_t count = before_.list.size();
  for (Constraint& constraint : now_.list)
    for (std::size_t tried = 0; tried < count; ++tried) {
      const Constraint& old = before_.list[(next + tried) % count];
      if (!constraint.isSame(old)) continue;
      constraint.impulses = old.impulses;
      constraint.sum = old.sum;
      constraint.spent = old.spent;
      next = (next + tried + 1) % count;
      break;
    }
}

/// Impulses that keep the rows that count at or above their targets.
void UnilateralConstraints::find(ImpulseResponse& motion, std::size_t side) {
  std::fill(lambda_.begin(), lambda_.end(), 0.0);
  for (std::size_t i = 0; i < now_.rows.size(); ++i) {
    response_[i] = motion.rate(now_.rows[i]);
    rates_[i] = motion.rate(now_.rows[i], When::before) + bounced_[i];
    b_[i] = response_[i] - target_[i];
    if (!motion.push().isPredicted) rates_[i] = (rates_[i] + response_[i]) / 2;
  }
  jointFriction(motion.push(), side);
  for (const Constraint& constraint : now_.list) {
    if (!constraint.counts) continue;
    double* const lambda = &lambda_[at(constraint.row)];
    // What the solve before found; where this one found far less or that nothing, its last own.
    const Eigen::Vector3d &own = constraint.impulses[side], &other = constraint.impulses[1 - side];
    const bool isOwn = other.isZero(0) || own.squaredNorm() < 1e-6 * other.squaredNorm();
    const Eigen::Vector3d& known = isOwn ? own : other;
    if (constraint.isContact())
      Eigen::Map<Eigen::Vector3d>{lambda} =
          contactAxes(now_.points[at(constraint.point)].normal).transpose() * known;
    else
      *lambda = known[0];
  }
  solve(Friction::coulomb);
  for (Constraint& constraint : now_.list) constraint.impulses[side] = impulseOn(constraint);
}

/// What brakes may exert in this solve. Those that the step began without have their smooth law.
void UnilateralConstraints::jointFriction(const ImpulseResponse::Push& push, std::size_t side) {
  for (Constraint& constraint : now_.list) {
    if (!constraint.isJointFriction()) continue;
    if (side == start) constraint.spent = push.lag > 0 ? step_ : push.time;
    const double time = side == start          ? push.time
                        : constraint.spent > 0 ? step_ - constraint.spent
                                               : 0;
    const double most = near_.jointFrictions()[at(constraint.jointFriction)].strength * time;
    constraint.bounds = {-most, most};
  }
}

bool UnilateralConstraints::relieve(Eigen::VectorXd& strengths) const {
  strengths.setZero();
  bool any = false;
  for (const Constraint& constraint : now_.list) {
    if (!constraint.isJointFriction()) continue;
    const UnilateralRows::JointFriction& jointFriction =
        near_.jointFrictions()[at(constraint.jointFriction)];
    strengths[jointFriction.entry] = jointFriction.strength;
    any = true;
  }
  return any;
}

/// The same on the motion; returns their work.
double UnilateralConstraints::hold(ImpulseResponse& motion, std::size_t side) {
  find(motion, side);
  return respond(motion);
}

/// λ of those that count, from b_ and from where λ is.
void UnilateralConstraints::solve(Friction friction) {
  blocks_.clear();
  for (const Constraint& constraint : now_.list) {
    if (!constraint.counts) continue;
    const bool isCone = constraint.isContact() && friction == Friction::coulomb;
    blocks_.push_back({constraint.row, isCone, isCone ? constraint.friction : 0,
                       constraint.bounds[0], constraint.bounds[1]});
  }
  require(solve(nothing_));
}

CoulombOutcome UnilateralConstraints::solve(double nothing) {
  const auto count = static_cast<Eigen::Index>(lambda_.size());
  Eigen::Map<Eigen::VectorXd> lambda(lambda_.data(), count);
  const CoulombRounding floor{nothing, rounding_, free_};
  return damped_
             ? solver_.solve(*damped_, vector(b_), blocks_, lambda, floor)
             : solver_.solve(w_.topLeftCorner(count, count), vector(b_), blocks_, lambda, floor);
}

/// `inVelocity` turns what was solved for into velocities.
void UnilateralConstraints::require(const CoulombOutcome& outcome, double inVelocity) {
  const double error = outcome.residual * inVelocity;
  if (std::isnan(error)) throw SimulationError("numbers are no longer finite");
  if (!outcome.converged && error > options_.allow)
    throw SimulationError("the laws of contact are broken by " + detail::written(error) +
                          " m/s or rad/s by the best impulses found; contact.allow is " +
                          detail::written(options_.allow));
  error_ = std::max(error_, error);
}

/// rates += W impulses
void UnilateralConstraints::addResponse(const std::vector<double>& impulses,
                                        std::vector<double>& rates) {
  change_.resize(impulses.size());
  const auto rows = static_cast<int>(impulses.size());
  const CoulombProblem problem{{w_.data(), w_.outerStride()}, damped_, nullptr, rows, {}, {}, 0};
  problem.respond(impulses.data(), change_.data());
  for (std::size_t i = 0; i < rates.size(); ++i) rates[i] += change_[i];
}

Eigen::Vector3d UnilateralConstraints::impulseOn(const Constraint& constraint) const {
  const double* const lambda = &lambda_[at(constraint.row)];
  if (!constraint.isContact()) return {*lambda, 0, 0};
  return contactAxes(now_.points[at(constraint.point)].normal) *
         Eigen::Map<const Eigen::Vector3d>(lambda);
}

/// Counts the impulses λ. Returns whether there are any.
bool UnilateralConstraints::note() {
  bool isIdle = true;
  for (const double impulse : lambda_) isIdle = isIdle && impulse == 0;
  if (isIdle) return false;
  for (Constraint& constraint : now_.list) constraint.sum += impulseOn(constraint);
  return true;
}

/// The impulses λ on the motion; returns their work from u = rates_ on.
double UnilateralConstraints::respond(ImpulseResponse& motion) {
  if (!note()) return 0;
  hasPushed_ = true;
  motion.respond(now_.rows, lambda_.data());
  response_.assign(lambda_.size(), 0.0);
  addResponse(lambda_, response_);
  return vector(lambda_).dot(vector(rates_) + 0.5 * vector(response_));
}

/// What pushed in the step: points and joints at its end, and those that it left behind.
void UnilateralConstraints::read(double h) {
  contactReadings_.clear();
  limitReadings_.clear();
  jointFrictionReadings_.clear();
  const auto add = [&](const RowSet& set, const Constraint& constraint) {
    if (constraint.sum == Eigen::Vector3d::Zero()) return;
    if (constraint.isContact())
      contactReadings_.push_back({set.points[at(constraint.point)], constraint.sum / h});
    else if (constraint.isJointFriction())
      jointFrictionReadings_.push_back(
          {near_.jointFrictions()[at(constraint.jointFriction)].body,
           near_.jointFrictions()[at(constraint.jointFriction)].component, constraint.sum[0] / h});
    else
      limitReadings_.push_back({near_.limits()[at(constraint.limit)].body, 0,
                                set.rows[at(constraint.row)].sign * constraint.sum[0] / h});
  };
  for (const Constraint& constraint : now_.list) add(now_, constraint);
  for (const Constraint& old : before_.list) {
    const auto isSame = [&](const Constraint& constraint) { return constraint.isSame(old); };
    if (std::none_of(now_.list.begin(), now_.list.end(), isSame)) add(before_, old);
  }
}

}  // namespace linkwork::contact
