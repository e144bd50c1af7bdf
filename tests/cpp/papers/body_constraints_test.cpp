#include "papers/multipliers/body_constraints.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "dynamics/random_mechanism.hpp"
#include "papers/moving_bodies.hpp"

/// Kinds of bodies and constraints between them: derivatives, momenta, energies and closed forms.
namespace linkwork::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

using papers::ConstraintRows;
using papers::MovingVector;
using papers::Particle;
using papers::PlanarBody;
using papers::RigidBody;
using papers::StretchingBody;

/// Returns the body in another state.
template <typename Body>
Body shaken(Body body, Random& random) {
  body.position = randomVector(random, 1);
  body.attitude = randomRotation(random);
  body.velocity.template segment<3>(3) = randomVector(random, 2);
  return body;
}

papers::CurvePoint helix(double s) {
  return {{std::cos(s), std::sin(s), 0.3 * s},
          {-std::sin(s), std::cos(s), 0.3},
          {-std::cos(s), -std::sin(s), 0}};
}

papers::SurfaceValue ellipsoidValue(const Vector3d& x) {
  const Vector3d weights(1, 2, 0.5);
  return {(weights.cwiseProduct(x).dot(x) - 1) / 2, weights.cwiseProduct(x), weights.asDiagonal()};
}

/// Constraints between two bodies, each rigid or stretchable.
template <typename A, typename B>
std::vector<SceneConstraint> constraintsBetween() {
  const Vector3d p(0.3, -0.2, 0.5), q(-0.1, 0.4, 0.2);
  const auto constraint = [](auto rows) {
    return SceneConstraint{{0, 1}, [rows](const Bodies& bodies, double) {
                             return rows(std::get<A>(bodies[0]), std::get<B>(bodies[1]));
                           }};
  };
  return {
      constraint([=](const A& a, const B& b) {
        return coincident(a.point(p), b.point(q)) + perpendicular(a.direction(p), b.direction(q));
      }),
      constraint([=](const A& a, const B& b) {
        const MovingVector n = a.direction(q);
        return inPlane(n, a.point(p), b.point(q)) +
               screwed(n, a.point(p), a.spin(), b.point(q), b.spin(), 0.3);
      }),
      constraint([=](const A& a, const B& b) { return atDistance(a.point(p), b.point(q), 0.7); }),
      constraint([=](const A& a, const B& b) { return onSurface(a, ellipsoidValue, b.point(q)); }),
      constraint([=](const A& a, const B& b) {
        const Eigen::Quaterniond back = a.attitude.conjugate();
        const Vector3d inside = back * (b.point(q).value - a.position);
        Vector3d rest = inside;
        if constexpr (requires { a.stretch; }) rest = inside.cwiseQuotient(a.stretch);
        return onCurve(a, helix, papers::nearestParameter(helix, rest, 0.8), b.point(q));
      }),
      constraint([=](const A& a, const B& b) {
        return velocityRatio(a.direction(p), a.spin(), 2, b.direction(q), b.spin(), -3);
      })};
}

/// Returns b on the helix of a. Its point slides along the helix.
template <typename A, typename B>
void putOnHelix(const A& a, B& b) {
  const Vector3d q(-0.1, 0.4, 0.2);
  const papers::CurvePoint at = helix(0.8);
  b.position += a.point(at.point).value - b.point(q).value;
  const Vector3d slide = 0.7 * a.direction(at.tangent).value;
  b.velocity.template head<3>() += a.point(at.point).rate + slide - b.point(q).rate;
}

/// Returns constraints of one body with the world.
std::vector<SceneConstraint> discConstraints() {
  const auto constraint = [](auto rows) {
    return SceneConstraint{
        {0}, [rows](const Bodies& bodies, double) { return rows(std::get<RigidBody>(bodies[0])); }};
  };
  return {constraint([](const RigidBody& body) {
            const auto contact = papers::DiscContact::of(body.direction(Vector3d::UnitZ()), 0.3);
            return rolling(body.point(Vector3d::Zero()), body.spin(), contact.reach, contact.rate);
          }),
          constraint([](const RigidBody& body) {
            return knifeEdge(body.direction(Vector3d::UnitY()), body.point({0.2, 0, 0.1}));
          })};
}

/// Returns the largest net force, and net moment about the world's origin, of a unit multiplier.
double netForce(const Bodies& bodies, const SceneConstraint& constraint) {
  const ConstraintRows rows = constraint.rows(bodies, 0);
  double largest = 0;
  for (int i = 0; i < rows.rows(); ++i) {
    Vector3d force = Vector3d::Zero(), moment = Vector3d::Zero();
    for (std::size_t k = 0; k < 2; ++k) {
      const Vector3d own = rows.forces[k].col(i).head<3>();
      force += own;
      moment += rows.forces[k].col(i).segment<3>(3) +
                placeOf(bodies[at(constraint.bodies[k])]).cross(own);
    }
    largest = std::max({largest, force.cwiseAbs().maxCoeff(), moment.cwiseAbs().maxCoeff()});
  }
  return largest;
}

/// Compares rows with differences of their violations and rates, for arbitrary accelerations.
void checkDerivatives(const Bodies& bodies, const SceneConstraint& constraint, Random& random) {
  const ConstraintRows rows = constraint.rows(bodies, 0);
  const double h = 1e-4;
  VectorXd second = rows.c, first = VectorXd::Zero(rows.rows());
  Bodies before = bodies, after = bodies;
  double size = 0;
  std::size_t place = rows.forces[0].rows() > 0 ? 0 : 1;
  for (const int b : constraint.bodies) {
    const VectorXd velocity = velocityOf(bodies[at(b)]);
    VectorXd y(velocity.size());
    for (double& x : y) x = uniform(random, -1, 1);
    second += rows.forces[place].transpose() * y;
    size += rows.forces[place].norm() * velocity.norm();
    first += rows.forces[place++].transpose() * velocity;
    for (const auto& [ahead, to] : {std::pair{h, &after}, {-h, &before}}) {  // the midpoint rule
      const AnyBody middle = moved(bodies[at(b)], {{ahead / 2, rateOf(bodies[at(b)], y)}});
      (*to)[at(b)] = moved(bodies[at(b)], {{ahead, rateOf(middle, y)}});
    }
  }
  const ConstraintRows late = constraint.rows(after, 0), early = constraint.rows(before, 0);
  CHECK((first - rows.rate).cwiseAbs().maxCoeff() < 16 * epsilon * size);
  // Differences over 2h have errors of h² and of rounding over h: 1e-8 and 1e-12, times several
  // hundred.
  CHECK(((late.rate - early.rate) / (2 * h) - second).cwiseAbs().maxCoeff() < 1e-5);
  for (int i = 0; i < rows.rows(); ++i)
    if (rows.gap[i] != 0)
      CHECK(std::abs((late.gap[i] - early.gap[i]) / (2 * h) - rows.rate[i]) < 1e-5);
}

template <typename A, typename B>
void checkConstraints(A a, B b, Random& random) {
  putOnHelix(a, b);
  const Bodies bodies{a, b};
  int i = 0;
  for (const SceneConstraint& constraint : constraintsBetween<A, B>()) {
    CAPTURE(i);
    checkDerivatives(bodies, constraint, random);
    // They are internal forces. Exceptions: the forces of an open ball joint do not meet in a
    // point. A ratio of speeds needs a gear box with a support.
    if (i > 0 && i < 5) CHECK(netForce(bodies, constraint) < 1e-14);
    ++i;
  }
}

}  // namespace

TEST_CASE("constraint rows are derivatives of their violations, and their forces are internal",
          "[maximal]") {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const RigidBody first = shaken(rigidBody(), random), second = shaken(rigidBody(), random);
    const StretchingBody third = shaken(stretchingBody(), random);
    checkConstraints(first, second, random);
    checkConstraints(third, first, random);
    checkConstraints(second, third, random);
    for (const SceneConstraint& constraint : discConstraints())
      checkDerivatives({first}, constraint, random);
  }
}

TEST_CASE("bodies under constraints conserve energy to the order of the integrator", "[maximal]") {
  const Vector3d corner(0.3, -0.2, 0.5), other(-0.1, 0.4, 0.2);
  // At rest. Any constraint then allows the bodies' initial velocities.
  const auto resting = [](auto body) {
    body.velocity.setZero();
    return body;
  };
  MovingBodies scene;
  SECTION("a stretchable body that hangs from a point") {
    const StretchingBody body = resting(stretchingBody());
    const Vector3d hook = body.point(corner).value;
    scene.bodies = {body};
    scene.stiffness = 100;
    scene.constraints = {{{0}, [=](const Bodies& now, double) {
                            return coincident(MovingVector::given(hook),
                                              std::get<StretchingBody>(now[0]).point(corner));
                          }}};
  }
  SECTION("a stretchable body in flight that tumbles") {
    scene.bodies = {stretchingBody()};
    scene.stiffness = 100;
  }
  SECTION("a particle on a helix of the world") {
    scene.bodies = {Particle{.mass = 2, .position = helix(0.5).point}};
    scene.constraints = {{{0}, [](const Bodies& now, double) {
                            const MovingVector point = std::get<Particle>(now[0]).point();
                            return onCurve(
                                papers::World(), helix,
                                papers::nearestParameter(helix, point.value, point.value.z() / 0.3),
                                point);
                          }}};
  }
  SECTION("a bead on the surface of a tumbling body") {
    RigidBody body = rigidBody();
    const Vector3d seat = Vector3d(0.6, 0.4, 0) / std::sqrt(0.36 + 2 * 0.16);
    scene.bodies = {
        body, Particle{.position = body.point(seat).value, .velocity = body.point(seat).rate}};
    scene.constraints = {{{0, 1}, [](const Bodies& now, double) {
                            return onSurface(std::get<RigidBody>(now[0]), ellipsoidValue,
                                             std::get<Particle>(now[1]).point());
                          }}};
  }
  SECTION("a revolute joint, a ball joint and a rod that closes a loop") {
    const RigidBody first = resting(rigidBody());
    StretchingBody second = resting(stretchingBody());
    second.position += first.point(other).value - second.point(corner).value;
    const Vector3d hook = first.point(corner).value, axis = first.attitude * Vector3d::UnitX(),
                   across = first.attitude * Vector3d::UnitY();
    const Vector3d far = second.point(other).value + Vector3d(0.5, 0.8, 0);
    scene.bodies = {first, second};
    scene.stiffness = 100;
    scene.constraints = {{{0},
                          [=](const Bodies& now, double) {
                            const auto& body = std::get<RigidBody>(now[0]);
                            const MovingVector own = body.direction(Vector3d::UnitZ());
                            return coincident(MovingVector::given(hook), body.point(corner)) +
                                   perpendicular(MovingVector::given(axis), own) +
                                   perpendicular(MovingVector::given(across), own);
                          }},
                         {{1, 0},
                          [=](const Bodies& now, double) {
                            return coincident(std::get<StretchingBody>(now[1]).point(corner),
                                              std::get<RigidBody>(now[0]).point(other));
                          }},
                         {{1}, [=](const Bodies& now, double) {
                            return atDistance(MovingVector::given(far),
                                              std::get<StretchingBody>(now[1]).point(other),
                                              Vector3d(0.5, 0.8, 0).norm());
                          }}};
    CHECK(scene.constrained(scene.bodies).auxiliaryRows() == 1);
  }
  SECTION("a disc that rolls without sliding") {
    RigidBody body;
    body.inertia = Vector3d(0.25, 0.25, 0.5).asDiagonal() * 0.09;
    body.attitude = Eigen::AngleAxisd(1.2, Vector3d::UnitX());
    body.velocity.tail<3>() = body.attitude * Vector3d(0.4, 0.2, 6);
    const auto contact = papers::DiscContact::of(body.direction(Vector3d::UnitZ()), 0.3);
    body.position.z() = -contact.reach.z();
    body.velocity.head<3>() = -body.velocity.tail<3>().cross(contact.reach);
    scene.bodies = {body};
    scene.constraints = {discConstraints()[0]};
  }
  SECTION("two pendulums geared to each other") {
    const auto pendulum = [](double spin) {
      RigidBody body;
      body.inertia = Vector3d(0.3, 0.4, 0.5).asDiagonal();
      body.velocity[3] = spin;
      body.velocity.head<3>() = Vector3d(spin, 0, 0).cross(Vector3d(0, 0.5, 0));
      return body;
    };
    const auto revolute = [](int which) {
      return SceneConstraint{{which}, [which](const Bodies& now, double) {
                               const auto& body = std::get<RigidBody>(now[at(which)]);
                               const MovingVector axis = body.direction(Vector3d::UnitX());
                               return coincident(MovingVector::given({0, -0.5, 0}),
                                                 body.point({0, -0.5, 0})) +
                                      perpendicular(MovingVector::given(Vector3d::UnitY()), axis) +
                                      perpendicular(MovingVector::given(Vector3d::UnitZ()), axis);
                             }};
    };
    scene.bodies = {pendulum(1), pendulum(2)};
    scene.constraints = {revolute(0), revolute(1), {{0, 1}, [](const Bodies& now, double) {
                                                      const auto& a = std::get<RigidBody>(now[0]);
                                                      const auto& b = std::get<RigidBody>(now[1]);
                                                      return velocityRatio(
                                                          a.direction(Vector3d::UnitX()), a.spin(),
                                                          2, b.direction(Vector3d::UnitX()),
                                                          b.spin(), -1);
                                                    }}};
  }
  SECTION("a body whose hook has a prescribed motion that does work") {
    const RigidBody body = resting(rigidBody());
    const Vector3d hook = body.point(corner).value;
    scene.bodies = {body};
    scene.constraints = {{{0}, [=](const Bodies& now, double t) {
                            const Vector3d way(0.2, 0.3, 0.4);
                            return coincident(
                                MovingVector::given(hook + (1 - std::cos(3 * t)) * way,
                                                    3 * std::sin(3 * t) * way,
                                                    9 * std::cos(3 * t) * way),
                                std::get<RigidBody>(now[0]).point(corner));
                          }}};
  }
  // RK4: both errors are of order h⁴, or h⁵ with stretchable bodies. No projection closes
  // constraints.
  const Halving errors = halving(scene, 0.5, 50);
  CHECK(std::log2(errors.gain) > 3.9);
  CHECK(errors.gap < 1e-6);
}

TEST_CASE("a skate on a slope drifts across it", "[maximal]") {
  // It turns at ω and slides along its blade: x = g sin²(ωt) / 2ω², y = g (ωt − ½ sin 2ωt) / 2ω².
  MovingBodies scene;
  scene.gravity = {3, 0, 0};
  PlanarBody skate;
  skate.velocity.z() = 2;
  scene.bodies = {skate};
  scene.constraints = {{{0}, [](const Bodies& now, double) {
                          const auto& body = std::get<PlanarBody>(now[0]);
                          return knifeEdge(body.direction({0, 1}), body.point({0, 0}));
                        }}};
  for (int i = 0; i < 100; ++i) scene.step(0.02);
  const Vector3d place = placeOf(scene.bodies[0]);
  // RK4 with ωh = 0.04 has an error of several h⁴ over 2 s.
  CHECK(place.x() == Approx(3.0 / 8 * std::pow(std::sin(4.0), 2)).margin(1e-6));
  CHECK(place.y() == Approx(3.0 / 8 * (4 - std::sin(8.0) / 2)).margin(1e-6));
}

TEST_CASE("a sphere rolls down a slope at 5/7 of the frictionless acceleration", "[maximal]") {
  MovingBodies scene;
  scene.gravity = {2, 0, -9};
  RigidBody sphere;
  sphere.inertia = Matrix3d::Identity() * 0.4 * 0.09;
  sphere.position.z() = 0.3;
  scene.bodies = {sphere};
  scene.constraints = {
      {{0}, [](const Bodies& now, double) {
         const auto& body = std::get<RigidBody>(now[0]);
         return rolling(body.point(Vector3d::Zero()), body.spin(), {0, 0, -0.3}, Vector3d::Zero());
       }}};
  const MovingBodies::Rates rates = scene.ratesOf(scene.bodies, 0);
  CHECK(rates.y[0] == Approx(10.0 / 7).epsilon(1e-14));
  CHECK(rates.multipliers[2] == Approx(9).epsilon(1e-14));
  CHECK(rates.multipliers[0] == Approx(-4.0 / 7).epsilon(1e-13));  // friction
}

TEST_CASE("planar bodies on pins move as a pendulum", "[maximal]") {
  // The end of a rod: mass 2, inertia 0.5 about its center, 0.7 below the pin, turned by 0.3.
  PlanarBody body;
  body.mass = 2, body.inertia = 0.5;
  body.angle = 0.3;
  const Vector2d top(0, 0.7);
  body.position = -body.point(top).value.head<2>();
  MovingBodies scene;
  scene.gravity = {0, -9.81, 0};
  scene.bodies = {body};
  scene.constraints = {{{0}, [=](const Bodies& now, double) {
                          return pinned(MovingVector::given(Vector3d::Zero()),
                                        std::get<PlanarBody>(now[0]).point(top));
                        }}};
  const double expected = -2 * 9.81 * 0.7 * std::sin(0.3) / (0.5 + 2 * 0.49);
  CHECK(scene.ratesOf(scene.bodies, 0).y[2] == Approx(expected).epsilon(1e-14));
}

}  // namespace linkwork::test
