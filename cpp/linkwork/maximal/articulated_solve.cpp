#include <algorithm>
#include <cmath>
#include <utility>

#include "linkwork/linalg/cholesky.hpp"
#include "linkwork/maximal/articulated_parts.hpp"

namespace linkwork::maximal {
namespace {

/// The lower triangle of R with D⁻¹ = R Rᵀ.
Symmetric choleskyOf(const Symmetric& d) {
  const auto root = [](double pivot) { return std::sqrt(pivot > 0 ? pivot : 0); };
  const auto over = [](double a, double b) { return b > 0 ? a / b : 0; };
  Symmetric r;
  r.xx = root(d.xx);
  r.xy = over(d.xy, r.xx), r.xz = over(d.xz, r.xx);
  r.yy = root(d.yy - r.xy * r.xy);
  r.yz = over(d.yz - r.xy * r.xz, r.yy);
  r.zz = root(d.zz - r.xz * r.xz - r.yz * r.yz);
  return r;
}
Vec3 lowerTransposed(const Symmetric& r, const Vec3& v) {
  return {r.xx * v.x + r.xy * v.y + r.xz * v.z, r.yy * v.y + r.yz * v.z, r.zz * v.z};
}
Vec3 lower(const Symmetric& r, const Vec3& v) {
  return {r.xx * v.x, r.xy * v.x + r.yy * v.y, r.xz * v.x + r.yz * v.y + r.zz * v.z};
}

}  // namespace

double ResponseColumn::dot(const ResponseColumn& other) const {
  const ResponseColumn &a = *this, &b = other;
  std::size_t i = a.parts.size(), j = b.parts.size();
  const auto valuesFrom = [](const ResponseColumn& column, std::size_t i) {
    return i < column.parts.size() ? at(column.places[i]) : column.values.size();
  };
  const auto product = [&](std::size_t from, std::size_t end, std::size_t otherFrom) {
    double sum = 0;
    for (std::size_t x = from, y = otherFrom; x < end; ++x, ++y) sum += a.values[x] * b.values[y];
    return sum;
  };
  while (i > 0 && j > 0 && a.parts[i - 1] == b.parts[j - 1]) --i, --j;  // from the root
  double sum = product(valuesFrom(a, i), a.values.size(), valuesFrom(b, j));
  while (i > 0 && j > 0) {  // what both have in common further out, if they do
    const int x = a.parts[i - 1], y = b.parts[j - 1];
    if (a.parts.front() < y || b.parts.front() < x) break;
    if (x == y) sum += product(valuesFrom(a, i - 1), valuesFrom(a, i), valuesFrom(b, j - 1));
    if (x <= y) --i;
    if (y <= x) --j;
  }
  return sum;
}

/// f − ÂS D⁻¹ Sᵀf at the joint; writes D⁻¹Sᵀf.
SpatialVector ArticulatedParts::passOther(const Body& body, const SpatialVector& f,
                                          double* effort) const {
  const Other& other = others_[at(body.more)];
  const Vec3 along{dot(other.motions[0], f), dot(other.motions[1], f), dot(other.motions[2], f)};
  double e[3];
  (other.inverse * along).to(e);
  std::copy_n(e, body.velocities, effort);
  return f - along.x * other.gains[0] - along.y * other.gains[1] - along.z * other.gains[2];
}

/// The same by halves: x = L⁻¹ Sᵀf, and f − W x.
SpatialVector ArticulatedParts::halfPassMany(const Body& body, const SpatialVector& f,
                                             double* x) const {
  const Many& many = manys_[at(body.more)];
  SpatialVector passed = f;
  for (std::size_t k = 0; k < at(body.velocities); ++k) {
    x[k] = dot(many.motions[k], f);
    for (std::size_t j = 0; j < k; ++j) x[k] -= many.lower(k, j) * x[j];
    x[k] /= many.lower(k, k);
    passed = passed - x[k] * many.gains[k];
  }
  return passed;
}

/// x ← L⁻ᵀ x.
void ArticulatedParts::finishMany(const Body& body, double* x) const {
  const Many& many = manys_[at(body.more)];
  for (std::size_t k = at(body.velocities); k-- > 0;) {
    for (std::size_t j = k + 1; j < at(body.velocities); ++j) x[k] -= many.lower(j, k) * x[j];
    x[k] /= many.lower(k, k);
  }
}

void ArticulatedParts::gather(const PartVector& forces, const PartVector* c) {
  std::fill(meetingForces_.begin(), meetingForces_.end(), SpatialVector());
  SpatialVector f;  // about the part's joint: first on what it carries, then on itself too
  for (std::size_t p = bodies_.size(); p-- > 1;) {
    const Body& body = bodies_[p];
    const Link& link = links_[p];
    double* const effort = &efforts_[at(body.effort)];
    f = f + forceAbout(link.arm, SpatialVector::from(forces[p].data()));
    if (body.meeting >= 0) f = f + meetingForces_[at(body.meeting)];
    const SpatialVector gap =
        c ? SpatialVector::from((*c)[at(body.joint)].data()) : SpatialVector();
    switch (body.kind) {
      case Kind::ball:
        (link.passed.c * f.angular).to(effort);
        f = {f.linear + link.passed.a * gap.linear - link.passed.b * f.angular, {}};
        break;
      case Kind::hinge: {
        const double along = dot(link.axis, f.angular);
        *effort = link.inverse * along;
        f = f + link.passed * gap - along * link.gain;
        break;
      }
      case Kind::other:
        f = passOther(body, f, effort) + link.passed * gap;
        break;
      case Kind::many:
        f = halfPassMany(body, f, effort) + link.passed * gap;
        finishMany(body, effort);
        break;
      case Kind::free:
        f.to(effort);
        Eigen::Map<Vector6<double>> e(effort);
        solveLower(frees_[at(body.more)], e);
        solveLowerTransposed(frees_[at(body.more)], e);
        f = {};
        break;
    }
    f.angular = f.angular + cross(link.step, f.linear);
    if (body.parent + 1 != static_cast<int>(p)) {
      if (body.parent != groundPart && body.kind != Kind::free) {
        SpatialVector& meeting = meetingForces_[at(bodies_[at(body.parent)].meeting)];
        meeting = meeting + f;
      }
      f = {};
    }
  }
}

void ArticulatedParts::spread(const PartVector* c, PartVector& y) {
  y.resize(bodies_.size());
  y[groundPart].setZero();
  for (std::size_t p = 1; p < bodies_.size(); ++p) {
    const Body& body = bodies_[p];
    const Link& link = links_[p];
    const double* const effort = &efforts_[at(body.effort)];
    const SpatialVector gap =
        c ? SpatialVector::from((*c)[at(body.joint)].data()) : SpatialVector();
    SpatialVector m = motionAt(link.step, motions_[at(body.parent)]) - gap;
    switch (body.kind) {
      case Kind::ball:
        m.angular = Vec3::from(effort) - link.passed.b.transposedTimes(m.linear);
        break;
      case Kind::hinge:
        m.angular = m.angular + (*effort - dot(link.gain, m)) * link.axis;
        break;
      case Kind::other: {
        const Other& other = others_[at(body.more)];
        const SpatialVector before = m;
        for (int k = 0; k < body.velocities; ++k)
          m = m + (effort[k] - dot(other.gains[at(k)], before)) * other.motions[at(k)];
        break;
      }
      case Kind::many: {
        const Many& many = manys_[at(body.more)];
        double x[6];
        for (int k = 0; k < body.velocities; ++k) x[k] = -dot(many.gains[at(k)], m);
        finishMany(body, x);
        for (int k = 0; k < body.velocities; ++k) m = m + (effort[k] + x[k]) * many.motions[at(k)];
        break;
      }
      case Kind::free:
        m = SpatialVector::from(effort);
        break;
    }
    motions_[p] = m;
    motionAt(-link.arm, m).to(y[p].data());
  }
}

const Symmetric& ArticulatedParts::rootOf(int part) {
  Root& root = roots_[at(part)];
  if (root.factored != factored_) {
    const Body& body = bodies_[at(part)];
    root.factored = factored_;
    if (body.kind == Kind::hinge)
      root.lower.xx = std::sqrt(links_[at(part)].inverse);
    else
      root.lower = choleskyOf(body.kind == Kind::ball ? links_[at(part)].passed.c
                                                      : others_[at(body.more)].inverse);
  }
  return root.lower;
}

void ArticulatedParts::halfSolve(std::span<const int> parts, const Vector6<double>* forces,
                                 ResponseColumn& column) {
  column.parts.clear(), column.places.clear(), column.values.clear();
  heads_.clear();
  const auto push = [&](int part, const SpatialVector& force) {
    SpatialVector& here = pushes_[at(part)];
    here = here + force;
    if (std::find(heads_.begin(), heads_.end(), part) == heads_.end()) heads_.push_back(part);
  };
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i] != groundPart)
      push(parts[i], forceAbout(links_[at(parts[i])].arm, SpatialVector::from(forces[i].data())));

  while (!heads_.empty()) {
    const auto last = std::max_element(heads_.begin(), heads_.end());
    const int part = *last;
    heads_.erase(last);
    const Body& body = bodies_[at(part)];
    column.parts.push_back(part);
    column.places.push_back(static_cast<int>(column.values.size()));
    column.values.resize(column.values.size() + at(body.velocities));
    double* const values = &column.values[at(column.places.back())];
    const SpatialVector force = std::exchange(pushes_[at(part)], SpatialVector());
    const SpatialVector passed = halfPass(part, force, values);
    if (body.parent != groundPart && body.kind != Kind::free) push(body.parent, passed);
  }
}

/// L⁻¹Sᵀf into `values`; returns what goes to the parent's joint.
SpatialVector ArticulatedParts::halfPass(int part, const SpatialVector& f, double* values) {
  const Body& body = bodies_[at(part)];
  const Link& link = links_[at(part)];
  SpatialVector passed;
  switch (body.kind) {
    case Kind::ball:
      lowerTransposed(rootOf(part), f.angular).to(values);
      passed.linear = f.linear - link.passed.b * f.angular;
      break;
    case Kind::hinge: {
      const double along = dot(link.axis, f.angular);
      *values = rootOf(part).xx * along;
      passed = f - along * link.gain;
      break;
    }
    case Kind::other: {
      const Other& other = others_[at(body.more)];
      double x[3];
      lowerTransposed(rootOf(part), {dot(other.motions[0], f), dot(other.motions[1], f),
                                     dot(other.motions[2], f)})
          .to(x);
      std::copy_n(x, body.velocities, values);
      passed = passOther(body, f, x);
      break;
    }
    case Kind::many:
      passed = halfPassMany(body, f, values);
      break;
    case Kind::free:
      f.to(values);
      solveLower(frees_[at(body.more)], Eigen::Map<Vector6<double>>(values));
      break;
  }
  return forceAbout(-link.step, passed);
}

void ArticulatedParts::add(double multiplier, const ResponseColumn& column) {
  for (std::size_t i = 0; i < column.parts.size(); ++i) {
    const Body& body = bodies_[at(column.parts[i])];
    const double* const x = &column.values[at(column.places[i])];
    double* const effort = &efforts_[at(body.effort)];
    if (body.kind == Kind::hinge) {
      *effort += multiplier * rootOf(column.parts[i]).xx * *x;
    } else if (body.kind == Kind::free) {
      Vector6<double> e = Eigen::Map<const Vector6<double>>(x);
      solveLowerTransposed(frees_[at(body.more)], e);
      Eigen::Map<Vector6<double>>(effort) += multiplier * e;
    } else if (body.kind == Kind::many) {
      double y[6];
      std::copy_n(x, body.velocities, y);
      finishMany(body, y);
      for (int k = 0; k < body.velocities; ++k) effort[k] += multiplier * y[k];
    } else {
      double padded[3] = {0, 0, 0};
      std::copy_n(x, body.velocities, padded);
      lower(rootOf(column.parts[i]), multiplier * Vec3::from(padded)).to(padded);
      for (int k = 0; k < body.velocities; ++k) effort[k] += padded[k];
    }
  }
}

namespace {

Vector6<double> vectorOf(const SpatialVector& s) {
  Vector6<double> v;
  s.to(v.data());
  return v;
}

}  // namespace

Vector6<double> ArticulatedParts::momentum(int part, const Vector6<double>& y) const {
  const Link& link = links_[at(part)];
  const double mass = bodies_[at(part)].mass;
  const SpatialVector m = SpatialVector::from(y.data());
  return vectorOf({mass * m.linear,
                   link.inertia * m.angular - mass * cross(link.arm, cross(m.angular, link.arm))});
}

Vector6<double> ArticulatedParts::aboutJoint(int part, const Vector6<double>& force) const {
  return vectorOf(forceAbout(links_[at(part)].arm, SpatialVector::from(force.data())));
}

Vector6<double> ArticulatedParts::onParent(int part, const Vector6<double>& force) const {
  return vectorOf(forceAbout(-links_[at(part)].step, SpatialVector::from(force.data())));
}

}  // namespace linkwork::maximal
