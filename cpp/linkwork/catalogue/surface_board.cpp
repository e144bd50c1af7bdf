#include "linkwork/catalogue/parts.hpp"
#include "linkwork/mechanism/joint_functions.hpp"
#include "linkwork/parts.hpp"

namespace linkwork {

namespace {

/// A bowl with a hill in it, 2.4 m wide: its rim is at least 1.2 m high, and where boards start no
/// more than 0.75 m.
ControlNet hillyBowl() {
  constexpr double heights[5][5] = {{1.5, 1.3, 1.1, 1.3, 1.5},
                                    {1.3, -0.9, -0.6, -0.9, 1.3},
                                    {1.1, -0.9, 4.4, -0.4, 1.1},
                                    {1.3, -0.4, -1.4, -0.9, 1.3},
                                    {1.5, 1.3, 1.1, 1.3, 1.5}};
  ControlNet net(5);
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t j = 0; j < 5; ++j)
      net[i].emplace_back(0.6 * static_cast<double>(i) - 1.2, 0.6 * static_cast<double>(j) - 1.2,
                          heights[i][j]);
  return net;
}

constexpr double mastHeight = 0.34, mastRadius = 0.012, halfYard = 0.14;
constexpr double linkLength = 0.1, linkRadius = 0.012;

/// The board just above the surface, a mast on it and a yard across its top.
Body board(double mass) {
  const Eigen::Vector3d size(0.34, 0.16, 0.016), center(0, 0, 0.03);
  const Eigen::Vector3d foot(0, 0, 0.03), top(0, 0, mastHeight), side(0, halfYard, 0);
  const Body parts[] = {box("", 0.8 * mass, center, size),
                        cylinder("", 0.1 * mass, foot, top, mastRadius),
                        cylinder("", 0.1 * mass, top - side, top + side, mastRadius)};
  Body body = united("board", parts);
  Shape plate;
  plate.size = size;
  plate.rounding = 0.4 * size.z();
  plate.frame.position = center;
  body.shapes = {plate, detail::barShape(foot, top, mastRadius),
                 detail::barShape(top - side, top + side, mastRadius)};
  return body;
}

/// A chain from an end of the yard, plumb where the board is turned like this.
void hangChain(Mechanism& mechanism, const SurfaceBoardOptions& options, const std::string& side,
               double across, const Eigen::Quaterniond& turn) {
  const Eigen::Vector3d none = Eigen::Vector3d::Zero(), tip(0, 0, -linkLength);
  std::string parent = "board";
  for (int i = 1; i <= options.links; ++i) {
    const std::string link = side + std::to_string(i);
    Body body = capsule(link, options.mass, none, tip, linkRadius);
    Shape shape = detail::barShape(none, tip, linkRadius);
    shape.type = ShapeType::capsule;
    body.shapes.push_back(shape);
    mechanism.bodies.push_back(body);
    const bool isFirst = i == 1;
    const Eigen::Vector3d place = isFirst ? Eigen::Vector3d(0, across, mastHeight) : tip;
    Joint joint = detail::joinAt(isFirst ? JointType::spherical : JointType::universal, link,
                                 parent, link, JointGeometry{}.axis, place);
    if (!isFirst) {
      joint.axis = Eigen::Vector3d::UnitX();
      joint.axis2 = Eigen::Vector3d::UnitY();
    }
    mechanism.joints.push_back(joint);
    if (isFirst) {
      const Eigen::Quaterniond plumb = turn.conjugate();
      mechanism.initialState->q[link] = {plumb.x(), plumb.y(), plumb.z(), plumb.w()};
    }
    parent = link;
  }
}

}  // namespace

Mechanism surfaceBoard(const SurfaceBoardOptions& options) {
  detail::requireRanges(options);
  Mechanism mechanism = detail::emptyMechanism("board on a surface", options.gravity);
  const SurfaceJoint on{hillyBowl(), true};
  Body surface{"surface"};
  Shape patch;
  patch.type = ShapeType::patch;
  patch.points = on.points;
  surface.shapes.push_back(patch);
  mechanism.bodies.push_back(surface);
  mechanism.joints.push_back(detail::joinAt(JointType::fixed, "stand", std::string(worldName),
                                            "surface", JointGeometry{}.axis,
                                            Eigen::Vector3d::Zero()));
  mechanism.bodies.push_back(board(10 * options.mass));
  mechanism.joints.push_back(detail::functionAt(on, "slide", "surface", "board"));
  const double q[] = {options.start, 0.6, 0};
  mechanism.initialState->q["slide"] = {q[0], q[1], q[2]};
  mechanism.initialState->v["slide"] = {0, 0, options.spin};
  const Eigen::Quaterniond turn(makeJointFunction(on)->pose(q).rotation);
  hangChain(mechanism, options, "left", halfYard, turn);
  hangChain(mechanism, options, "right", -halfYard, turn);
  detail::setDamping(mechanism, options.damping);
  return mechanism;
}

}  // namespace linkwork
