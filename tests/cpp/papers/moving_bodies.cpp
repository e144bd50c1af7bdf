#include "papers/moving_bodies.hpp"

#include <algorithm>
#include <cmath>

namespace linkwork::test {

using Eigen::Vector3d;
using Eigen::VectorXd;

using papers::ConstrainedBodies;
using papers::ConstraintRows;
using papers::PlanarBody;
using papers::RigidBody;
using papers::StretchingBody;

namespace {

/// Calls `action` on all numbers of a body's state in order.
template <typename Action>
void eachNumber(AnyBody& body, Action action) {
  std::visit(
      [&](auto& which) {
        for (double& x : which.position) action(x);
        if constexpr (requires { which.attitude; })
          for (double& x : which.attitude.coeffs()) action(x);
        if constexpr (requires { which.angle; }) action(which.angle);
        if constexpr (requires { which.stretch; })
          for (double& x : which.stretch) action(x);
        for (double& x : which.velocity) action(x);
      },
      body);
}

}  // namespace

AnyBody rateOf(AnyBody body, const VectorXd& acceleration) {
  std::visit(
      [&](auto& which) {
        const VectorXd velocity = which.velocity;
        which.position = velocity.head(which.position.size());
        if constexpr (requires { which.attitude; }) {
          Eigen::Quaterniond spin;
          spin.w() = 0;
          spin.vec() = velocity.segment<3>(3) / 2;
          which.attitude = spin * which.attitude;
        }
        if constexpr (requires { which.angle; }) which.angle = velocity[2];
        if constexpr (requires { which.stretch; }) which.stretch = velocity.tail<3>();
        which.velocity = acceleration;
      },
      body);
  return body;
}

AnyBody moved(AnyBody body, std::initializer_list<std::pair<double, AnyBody>> changes) {
  for (const auto& [part, rate] : changes) {
    const double h = part;
    AnyBody by = rate;
    std::vector<double> rates;
    eachNumber(by, [&](double x) { rates.push_back(h * x); });
    auto next = rates.begin();
    eachNumber(body, [&](double& x) { x += *next++; });
  }
  std::visit(
      [](auto& which) {
        if constexpr (requires { which.attitude; }) which.attitude.normalize();
      },
      body);
  return body;
}

VectorXd velocityOf(const AnyBody& body) {
  return std::visit([](const auto& which) -> VectorXd { return which.velocity; }, body);
}
Vector3d placeOf(const AnyBody& body) {
  return std::visit(
      [](const auto& which) {
        Vector3d place = Vector3d::Zero();
        place.head(which.position.size()) = which.position;
        return place;
      },
      body);
}

ConstrainedBodies MovingBodies::constrained(const Bodies& now) const {
  std::vector<int> dimensions;
  for (const AnyBody& body : now)
    dimensions.push_back(std::visit([](const auto& which) { return which.dimension; }, body));
  std::vector<papers::BodyConstraint> declared;
  for (const SceneConstraint& constraint : constraints)
    declared.push_back(
        {.name = "", .bodies = constraint.bodies, .rows = constraint.rows(now, time).rows()});
  return ConstrainedBodies(dimensions, declared);
}

VectorXd MovingBodies::forceOn(const AnyBody& body) const {
  const double mass = std::visit([](const auto& which) { return which.mass; }, body);
  VectorXd force = VectorXd::Zero(velocityOf(body).size());
  const long size = std::holds_alternative<PlanarBody>(body) ? 2 : 3;
  if (const auto* rigid = std::get_if<RigidBody>(&body)) force = rigid->ownForce();
  if (const auto* stretching = std::get_if<StretchingBody>(&body)) {
    force = stretching->ownForce();
    force.tail<3>() -= stiffness * (stretching->stretch - Vector3d::Ones());
  }
  force.head(size) += mass * gravity.head(size);
  return force;
}

MovingBodies::Rates MovingBodies::ratesOf(const Bodies& now, double t) const {
  ConstrainedBodies system = constrained(now);
  VectorXd force(system.unknowns()), velocity(system.unknowns()), c(system.rows());
  for (int b = 0; b < static_cast<int>(now.size()); ++b) {
    std::visit([&](const auto& which) { which.writeMass(system.mass(b)); }, now[at(b)]);
    const VectorXd own = forceOn(now[at(b)]);
    force.segment(system.first(b), own.size()) = own;
    velocity.segment(system.first(b), own.size()) = velocityOf(now[at(b)]);
  }
  for (int i = 0; i < static_cast<int>(constraints.size()); ++i) {
    const ConstraintRows rows = constraints[at(i)].rows(now, t);
    rows.writeTo(system, i);
    c.segment(system.firstRow(i), rows.rows()) = rows.c;
  }
  Rates rates{now, 0, VectorXd(system.unknowns()), VectorXd(system.rows())};
  system.factor();
  system.solve(force, c, rates.y, rates.multipliers);
  for (int b = 0; b < static_cast<int>(now.size()); ++b)
    rates.bodies[at(b)] =
        rateOf(now[at(b)], rates.y.segment(system.first(b), velocityOf(now[at(b)]).size()));
  for (int i = 0; i < static_cast<int>(constraints.size()); ++i)
    rates.power += system.power(i, rates.multipliers, velocity);
  return rates;
}

void MovingBodies::step(double h) {
  const Bodies start = bodies;
  const auto from = [&](double part, const Rates& rates) {
    Bodies result = start;
    for (std::size_t b = 0; b < start.size(); ++b)
      result[b] = moved(start[b], {{part, rates.bodies[b]}});
    return result;
  };
  const Rates k1 = ratesOf(start, time);
  const Rates k2 = ratesOf(from(h / 2, k1), time + h / 2);
  const Rates k3 = ratesOf(from(h / 2, k2), time + h / 2);
  const Rates k4 = ratesOf(from(h, k3), time + h);
  for (std::size_t b = 0; b < start.size(); ++b)
    bodies[b] = moved(start[b], {{h / 6, k1.bodies[b]},
                                 {h / 3, k2.bodies[b]},
                                 {h / 3, k3.bodies[b]},
                                 {h / 6, k4.bodies[b]}});
  work += h / 6 * (k1.power + 2 * k2.power + 2 * k3.power + k4.power);
  time += h;
}

double MovingBodies::energy() const {
  double sum = 0;
  for (const AnyBody& body : bodies) {
    const VectorXd velocity = velocityOf(body);
    Eigen::MatrixXd mass(velocity.size(), velocity.size());
    std::visit([&](const auto& which) { which.writeMass(mass); }, body);
    sum += velocity.dot(mass * velocity) / 2;
    sum -=
        std::visit([](const auto& which) { return which.mass; }, body) * gravity.dot(placeOf(body));
    if (const auto* stretching = std::get_if<StretchingBody>(&body))
      sum += stiffness / 2 * (stretching->stretch - Vector3d::Ones()).squaredNorm();
  }
  return sum;
}

double MovingBodies::openness() const {
  double largest = 0;
  for (const SceneConstraint& constraint : constraints) {
    const ConstraintRows rows = constraint.rows(bodies, time);
    largest = std::max({largest, rows.gap.cwiseAbs().maxCoeff(), rows.rate.cwiseAbs().maxCoeff()});
  }
  return largest;
}

Halving halving(const MovingBodies& scene, double duration, int steps) {
  const auto run = [&](int count, double& gap) {
    MovingBodies now = scene;
    double largest = 0;
    for (int i = 0; i < count; ++i) {
      now.step(duration / count);
      largest = std::max(largest, std::abs(now.energy() - now.work - scene.energy()));
    }
    gap = now.openness();
    return largest;
  };
  double gap = 0;
  const double coarse = run(steps, gap), fine = run(2 * steps, gap);
  return {coarse / fine, gap};
}

RigidBody rigidBody() {
  RigidBody body;
  body.mass = 1.5;
  body.inertia = Vector3d(0.3, 0.4, 0.5).asDiagonal();
  body.position = {0.2, -0.3, 0.1};
  body.attitude = Eigen::Quaterniond(0.8, 0.3, -0.2, 0.4).normalized();
  body.velocity << 0.3, -0.7, 0.5, 1.1, -1.6, 0.8;
  return body;
}

StretchingBody stretchingBody() {
  StretchingBody body;
  body.mass = 1.2;
  body.moments = Vector3d(0.2, 0.3, 0.4).asDiagonal();
  body.moments(0, 1) = body.moments(1, 0) = 0.1;
  body.position = {-0.1, 0.2, 0.4};
  body.attitude = Eigen::Quaterniond(0.7, -0.1, 0.5, 0.2).normalized();
  body.stretch = {1.2, 0.9, 0.8};
  body.velocity << 0.4, 0.2, -0.6, -1.2, 0.9, 1.4, 0.5, -0.3, 0.2;
  return body;
}

}  // namespace linkwork::test
