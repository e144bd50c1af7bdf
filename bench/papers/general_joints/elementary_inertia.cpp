#include "papers/general_joints/elementary_inertia.hpp"

#include <cmath>

#include "linkwork/spatial/plane_rotation.hpp"

namespace linkwork::codegen {

namespace {

void turnSymmetric(const Turn& by, Symmetric& a) {
  const int w = by.axis, u = firstAcross(w), v = secondAcross(w);
  linkwork::turn(by.cosine, by.sine, a(u, w), a(v, w));
  turnBlock(by.cosine, by.sine, a(u, u), a(u, v), a(v, v));
}

Symmetric congruence(const Rotation& r, const Symmetric& a) {
  Rotation half;  // R A
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k)
      half[at(i)][k] = r[at(i)][0] * a(0, k) + r[at(i)][1] * a(1, k) + r[at(i)][2] * a(2, k);
  Symmetric result;
  for (int i = 0; i < 3; ++i)
    for (int k = i; k < 3; ++k) result(i, k) = dot(half[at(i)], r[at(k)]);
  return result;
}

/// The entry that is one if the others are zero, else −1.
int unitEntry(const Motion<Expression>& twist) {
  int unit = -1;
  for (int i = 0; i < 6; ++i) {
    if (isNumber(twist[i], 0)) continue;
    if (unit >= 0 || !isNumber(twist[i], 1)) return -1;
    unit = i;
  }
  return unit;
}

void turn(const Turn& by, Vec3<Expression>& x) {
  linkwork::turn(by.cosine, by.sine, x[firstAcross(by.axis)], x[secondAcross(by.axis)]);
}

void turnBack(const Turn& by, Vec3<Expression>& x) {
  linkwork::turnBack(by.cosine, by.sine, x[firstAcross(by.axis)], x[secondAcross(by.axis)]);
}

Vec3<Expression> rotated(const Rotation& by, const Vec3<Expression>& x) {
  return {dot(by[0], x), dot(by[1], x), dot(by[2], x)};
}

Vec3<Expression> rotatedBack(const Rotation& by, const Vec3<Expression>& x) {
  Vec3<Expression> result;
  for (int k = 0; k < 3; ++k) result[k] = by[0][k] * x[0] + by[1][k] * x[1] + by[2][k] * x[2];
  return result;
}

void turn(const Turn& by, Articulated& body) {
  const int w = by.axis, u = firstAcross(w), v = secondAcross(w);
  turnSymmetric(by, body.j);
  turnSymmetric(by, body.m);
  auto& h = body.h;
  turnBlock(by.cosine, by.sine, h[at(u)][u], h[at(u)][v], h[at(v)][u], h[at(v)][v]);
  linkwork::turn(by.cosine, by.sine, h[at(u)][w], h[at(v)][w]);
  linkwork::turn(by.cosine, by.sine, h[at(w)][u], h[at(w)][v]);
  turn(by, body.bias.n);
  turn(by, body.bias.f);
}

void rotate(const Rotation& by, Articulated& body) {
  body.j = congruence(by, body.j);
  body.m = congruence(by, body.m);
  std::array<Vec3<Expression>, 3> half;  // H Rᵀ
  for (std::size_t i = 0; i < 3; ++i) half[i] = rotated(by, body.h[i]);
  for (std::size_t i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k)
      body.h[i][k] = by[i][0] * half[0][k] + by[i][1] * half[1][k] + by[i][2] * half[2][k];
  body.bias = {rotated(by, body.bias.n), rotated(by, body.bias.f)};
}

void shift(int axis, const Expression& way, Force<Expression>& wrench) {
  const int u = firstAcross(axis), v = secondAcross(axis);
  wrench.n[u] -= way * wrench.f[v];
  wrench.n[v] += way * wrench.f[u];
}

/// H' = H + p̂ M,  J' = J − H p̂ + p̂ H'ᵀ,  n' = n + p × f  for p along the axis.
void shift(int axis, const Expression& way, Articulated& body) {
  if (isNumber(way, 0)) return;
  const int k = axis, u = firstAcross(k), v = secondAcross(k);
  auto& h = body.h;
  const Expression huv = h[at(u)][v], hvu = h[at(v)][u], huu = h[at(u)][u];
  for (int column = 0; column < 3; ++column) {
    h[at(u)][column] -= way * body.m(v, column);
    h[at(v)][column] += way * body.m(u, column);
  }
  body.j(k, u) -= way * h[at(k)][v];
  body.j(k, v) += way * h[at(k)][u];
  body.j(u, u) -= way * (huv + h[at(u)][v]);
  body.j(v, v) += way * (hvu + h[at(v)][u]);
  body.j(u, v) += way * (huu - h[at(v)][v]);
  shift(axis, way, body.bias);
}

void shiftBack(int axis, const Expression& way, Motion<Expression>& twist) {
  const int u = firstAcross(axis), v = secondAcross(axis);
  twist.linear[u] += way * twist.angular[v];
  twist.linear[v] -= way * twist.angular[u];
}

}  // namespace

Expression& Articulated::operator()(int row, int column) {
  if (row < 3) return column < 3 ? j(row, column) : h[at(row)][column - 3];
  return column < 3 ? h[at(column)][row - 3] : m(row - 3, column - 3);
}

const Expression& Articulated::operator()(int row, int column) const {
  return const_cast<Articulated&>(*this)(row, column);
}

Articulated& Articulated::operator+=(const Articulated& other) {
  for (int row = 0; row < 6; ++row)
    for (int column = row; column < 6; ++column) (*this)(row, column) += other(row, column);
  bias += other.bias;
  return *this;
}

BodyNumbers numbersOf(const RigidBodyInertia<double>& body, const Number& number) {
  const auto& j = body.rotational;
  const double trace = j.xx + j.yy + j.zz, moment = std::sqrt(body.mass * trace);
  const double entries[3][3] = {{j.xx, j.xy, j.xz}, {j.xy, j.yy, j.yz}, {j.xz, j.yz, j.zz}};
  BodyNumbers result;
  result.mass = number(body.mass);
  for (int i = 0; i < 3; ++i) {
    result.moment[i] = number(withoutRounding(body.moment[i], moment));
    for (int k = i; k < 3; ++k)
      result.inertia(i, k) = number(withoutRounding(entries[i][k], trace));
  }
  return result;
}

void transformBackward(const ElementaryTransform& transform, Articulated& body) {
  if (const auto* by = std::get_if<Turn>(&transform))
    turn(*by, body);
  else if (const auto* rotation = std::get_if<Rotation>(&transform))
    rotate(*rotation, body);
  else if (const auto* slide = std::get_if<Slide>(&transform))
    shift(slide->axis, slide->way, body);
}

void transformBackward(const ElementaryTransform& transform, Force<Expression>& wrench) {
  if (const auto* by = std::get_if<Turn>(&transform)) {
    turn(*by, wrench.n);
    turn(*by, wrench.f);
  } else if (const auto* rotation = std::get_if<Rotation>(&transform)) {
    wrench = {rotated(*rotation, wrench.n), rotated(*rotation, wrench.f)};
  } else if (const auto* slide = std::get_if<Slide>(&transform)) {
    shift(slide->axis, slide->way, wrench);
  }
}

void transformForward(const ElementaryTransform& transform, Motion<Expression>& twist) {
  if (const auto* by = std::get_if<Turn>(&transform)) {
    turnBack(*by, twist.angular);
    turnBack(*by, twist.linear);
  } else if (const auto* rotation = std::get_if<Rotation>(&transform)) {
    twist = {rotatedBack(*rotation, twist.angular), rotatedBack(*rotation, twist.linear)};
  } else if (const auto* slide = std::get_if<Slide>(&transform)) {
    shiftBack(slide->axis, slide->way, twist);
  }
}

Articulated articulatedOf(const BodyNumbers& body) {
  Articulated result;
  result.j = body.inertia;
  for (int k = 0; k < 3; ++k) {
    const int u = firstAcross(k), v = secondAcross(k);
    result.m(k, k) = body.mass;
    result.h[at(v)][u] = body.moment[k];
    result.h[at(u)][v] = -body.moment[k];
  }
  return result;
}

EliminatedJoint eliminateJoint(const Motion<Expression>& subspace, const Expression& reflected,
                               Articulated& body) {
  const int unit = isNumber(reflected, 0) ? unitEntry(subspace) : -1;  // its row becomes zero
  Force<Expression> push;                                              // U
  Expression pivot = reflected;
  for (int i = 0; i < 6; ++i) {
    for (int k = 0; k < 6; ++k) push[i] += body(i, k) * subspace[k];
    pivot += subspace[i] * push[i];
  }
  if (unit >= 0) push[unit] = 0;
  EliminatedJoint result;
  result.biasAcceleration = 1 / pivot;
  for (int i = 0; i < 6; ++i) result.gain[i] = push[i] * result.biasAcceleration;
  for (int i = 0; i < 6; ++i)
    for (int k = i; k < 6; ++k) body(i, k) -= result.gain[i] * push[k];
  if (unit < 0) return result;
  result.gain[unit] = 1;
  for (int k = 0; k < 6; ++k) body(unit, k) = 0;
  return result;
}

}  // namespace linkwork::codegen
