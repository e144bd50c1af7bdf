#include "linkwork/constraints/delassus/impulse_response.hpp"

#include <algorithm>

namespace linkwork::constraints {
namespace {

bool haveSums(std::span<const ForceRow> rows) {
  return std::any_of(rows.begin(), rows.end(), [](const ForceRow& row) { return row.isSum(); });
}

}  // namespace

double ImpulseResponse::rate(const ForceRow& row, When when) const {
  double result = 0;
  for (const ForceRow& term : row.simple()) result += simpleRate(term, when);
  return result;
}

double ImpulseResponse::simpleRate(const ForceRow& row, When when) const {
  double result = 0;
  if (row.isOfJoint()) {
    row.forEachComponent(
        [&](int k, double factor) { result += factor * jointRate(row.joint, k, when); });
    return result;
  }
  const std::vector<Vector6<double>>& all = velocities(when);
  for (std::size_t side = 0; side < 2; ++side) {
    if (row.parts[side] == groundPart) continue;
    const Vector6<double>& velocity = all[at(row.parts[side])];
    const Eigen::Vector3d offset = row.point - poses()[at(row.parts[side])].position;
    const double along = row.isMoment
                             ? row.axis.dot(velocity.head<3>())
                             : row.axis.dot(velocity.tail<3>() + velocity.head<3>().cross(offset));
    result += side == 1 ? along : -along;
  }
  return result;
}

/// Splits sums into their rows, with the same impulse on each.
void ImpulseResponse::split(std::span<const ForceRow> rows, const double* impulses) {
  simple_.clear();
  simpleImpulses_.clear();
  for (const ForceRow& row : rows) {
    for (const ForceRow& term : row.simple()) {
      simple_.push_back(term);
      if (impulses != nullptr) simpleImpulses_.push_back(*impulses);
    }
    if (impulses != nullptr) ++impulses;
  }
}

void ImpulseResponse::assembleDelassus(std::span<const ForceRow> rows, Eigen::MatrixXd& w) {
  if (!haveSums(rows)) return assembleSimple(rows, w);
  split(rows, nullptr);
  assembleSimple(simple_, simpleDelassus_);
  const auto count = static_cast<Eigen::Index>(rows.size());
  if (w.rows() < count) w.resize(count, count);
  Eigen::Index left = 0;
  for (Eigen::Index i = 0; i < count; ++i) {
    const auto width = static_cast<Eigen::Index>(rows[at(i)].simple().size());
    Eigen::Index above = 0;
    for (Eigen::Index k = 0; k < count; ++k) {
      const auto height = static_cast<Eigen::Index>(rows[at(k)].simple().size());
      w(k, i) = simpleDelassus_.block(above, left, height, width).sum();
      above += height;
    }
    left += width;
  }
}

DampedDelassus* ImpulseResponse::damped(std::span<const ForceRow> rows) {
  return haveSums(rows) ? nullptr : dampedSimple(rows);
}

void ImpulseResponse::respond(std::span<const ForceRow> rows, const double* impulses) {
  if (!haveSums(rows)) return respondSimple(rows, impulses);
  split(rows, impulses);
  respondSimple(simple_, simpleImpulses_.data());
}

double ImpulseResponse::displace(std::span<const ForceRow> rows, const double* impulses,
                                 double most) {
  if (!haveSums(rows)) return displaceSimple(rows, impulses, most);
  split(rows, impulses);
  return displaceSimple(simple_, simpleImpulses_.data(), most);
}

}  // namespace linkwork::constraints
