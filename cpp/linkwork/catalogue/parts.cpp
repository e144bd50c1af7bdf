#include "linkwork/catalogue/parts.hpp"

#include "linkwork/mechanism/solids.hpp"

namespace linkwork::detail {

Collider groundCollider(double friction) {
  Collider ground;
  ground.body = worldName;
  ground.type = ColliderType::plane;
  ground.friction = friction;
  return ground;
}

Collider capsuleCollider(const std::string& body, const Eigen::Vector3d& from,
                         const Eigen::Vector3d& to, double radius, double friction) {
  Collider capsule;
  capsule.body = body;
  capsule.type = ColliderType::capsule;
  capsule.radius = radius;
  capsule.length = (to - from).norm();
  capsule.frame.position = (from + to) / 2;
  capsule.frame.rotation.setFromTwoVectors(Eigen::Vector3d::UnitZ(), to - from).normalize();
  capsule.friction = friction;
  return capsule;
}

Body ring(const std::string& name, double mass, double majorRadius, double minorRadius) {
  Body body = torus(name, mass, majorRadius, minorRadius);
  Shape shape;
  shape.type = ShapeType::torus;
  shape.majorRadius = majorRadius;
  shape.minorRadius = minorRadius;
  body.shapes.push_back(shape);
  return body;
}

Body egg(const std::string& name, double mass, const Eigen::Vector3d& semiAxes) {
  Body body = ellipsoid(name, mass, semiAxes);
  Shape shape;
  shape.type = ShapeType::ellipsoid;
  shape.semiAxes = semiAxes;
  body.shapes.push_back(shape);
  return body;
}

Body ball(const std::string& name, double mass, double radius) {
  Body body = ellipsoid(name, mass, Eigen::Vector3d::Constant(radius));
  Shape shape;
  shape.type = ShapeType::sphere;
  shape.radius = radius;
  body.shapes.push_back(shape);
  return body;
}

Shape barShape(const Eigen::Vector3d& from, const Eigen::Vector3d& to, double radius) {
  Shape shape;
  shape.type = ShapeType::cylinder;
  shape.radius = shape.endRadius = radius;
  shape.length = (to - from).norm();
  shape.frame.position = (from + to) / 2;
  shape.frame.rotation.setFromTwoVectors(Eigen::Vector3d::UnitZ(), to - from).normalize();
  return shape;
}

Joint functionAt(JointDescription function, const std::string& name, const std::string& parent,
                 const std::string& child) {
  Joint joint;
  joint.type = JointType::general;
  joint.function = std::move(function);
  joint.name = name;
  joint.parent = parent;
  joint.child = child;
  return joint;
}

ContactSurface torusSurface(double majorRadius, double minorRadius) {
  ContactSurface surface;
  surface.type = ContactSurfaceType::torus;
  surface.majorRadius = majorRadius;
  surface.minorRadius = minorRadius;
  return surface;
}

ContactSurface ellipsoidSurface(const Eigen::Vector3d& semiAxes) {
  ContactSurface surface;
  surface.type = ContactSurfaceType::ellipsoid;
  surface.semiAxes = semiAxes;
  return surface;
}

ContactSurface sphereSurface(double radius) {
  ContactSurface surface;
  surface.radius = radius;
  return surface;
}

Joint hungRing(const std::string& name, const std::string& parent, const std::string& child,
               double majorRadius, double minorRadius) {
  const ContactSurface ring = torusSurface(majorRadius, minorRadius);
  return functionAt(SurfaceContactJoint{{ring, ring}, false, std::numbers::pi / 2}, name, parent,
                    child);
}

std::vector<double> freePosition(const Eigen::Vector3d& position,
                                 const Eigen::Quaterniond& rotation) {
  const Eigen::Vector3d& p = position;
  const Eigen::Quaterniond& r = rotation;
  return {p.x(), p.y(), p.z(), r.x(), r.y(), r.z(), r.w()};
}

void setDamping(Mechanism& mechanism, double damping) {
  for (Joint& joint : mechanism.joints) {
    const bool hasCharts =
        joint.type == JointType::general && positionSize(joint) > velocitySize(joint);
    if (velocitySize(joint) > 0 && !hasCharts) joint.damping = damping;
  }
}

}  // namespace linkwork::detail
