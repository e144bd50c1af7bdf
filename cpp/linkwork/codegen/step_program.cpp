#include <algorithm>
#include <utility>

#include "linkwork/codegen/recursion_trace.hpp"
#include "linkwork/dynamics/single_coordinates.hpp"
#include "linkwork/program.hpp"
#include "linkwork/spatial/quaternion.hpp"
#include "linkwork/spatial/so3.hpp"
#include "linkwork/symbolic/expression_scalar.hpp"

namespace linkwork::codegen {

namespace {

using Vector3X = Vector3<Expression>;

/// r · exp(δ) of a unit quaternion x, y, z, w.
void turnBy(const Vector3X& delta, Expression* r) {
  const Eigen::Quaternion<Expression> turned = quaternion::normalized<Expression>(
      Eigen::Quaternion<Expression>(r[3], r[0], r[1], r[2]) * quaternion::exp(delta));
  for (int k = 0; k < 4; ++k) r[k] = turned.coeffs()[k];
}

/// q ⊕ δ of one joint (configuration.hpp).
void retractJoint(const TreeBody<double>& body, const std::vector<Expression>& delta,
                  std::vector<Expression>& q) {
  const Expression* way = delta.data() + body.velocity;
  Expression* position = q.data() + body.position;
  if (body.joint == JointType::spherical) return turnBy({way[0], way[1], way[2]}, position);
  if (body.joint != JointType::free) {
    for (int k = 0; k < body.velocities; ++k) position[k] += way[k];
    return;
  }
  const Vector3X turn(way[0], way[1], way[2]), slide(way[3], way[4], way[5]);
  const Eigen::Quaternion<Expression> rotation(position[6], position[3], position[4], position[5]);
  const Vector3X moved = rotation.toRotationMatrix() * (so3::leftTangent(turn) * slide);
  for (int k = 0; k < 3; ++k) position[k] += moved[k];
  turnBy(turn, position + 3);
}

}  // namespace

}  // namespace linkwork::codegen

namespace linkwork {

symbolic::Program stepProgram(const ClusterTree<double>& tree, const ProgramOptions& options) {
  const int nq = tree.positionSize(), nv = tree.velocitySize();
  const ClusterTree<double> written = withSingleCoordinates(tree);
  codegen::SymbolicMechanism mechanism(written, true, options.keepParameters ? 4 : -1);
  const symbolic::Expression step = mechanism.graph->input(3, 0);
  std::vector<symbolic::Expression> v =
      codegen::traceForwardDynamics(mechanism, mechanism.inputs(2, nv));
  std::vector<symbolic::Expression> delta(v.size()), outputs = mechanism.q;
  for (std::size_t k = 0; k < v.size(); ++k) {
    v[k] = mechanism.v[k] + step * v[k];
    delta[k] = step * v[k];
  }
  for (const TreeBody<double>& body : tree.bodies()) codegen::retractJoint(body, delta, outputs);
  outputs.insert(outputs.end(), v.begin(), v.end());
  outputs.push_back(mechanism.motions.guard);
  return mechanism.program("step", {{"q", nq}, {"v", nv}, {"tau", nv}, {"h", 1}},
                           std::move(outputs));
}

}  // namespace linkwork
