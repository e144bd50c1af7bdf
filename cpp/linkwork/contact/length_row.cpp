#include "linkwork/contact/length_row.hpp"

#include "linkwork/model/clustering.hpp"

namespace linkwork::contact {

LengthRow::LengthRow(const Tendon& tendon, const Mechanism& mechanism,
                     const ClusterTree<double>& tree, const RigidParts& rigid)
    : terms_(driveTermsOf(tendon.terms, mechanism, tree)), places_(tendon.points.size()) {
  for (const TendonPoint& point : tendon.points) {
    const int named = bodyNamed(mechanism, point.body);
    if (named == ground) {
      points_.push_back({groundPart, point.point});
      continue;
    }
    const int body = tree.treeBody(named);
    points_.push_back(
        {rigid.part(body), rigid.frame(body) * (tree.body(body).userFrame * point.point)});
  }
}

/// Writes places and gradients of the points. Returns L.
double LengthRow::measure(const ImpulseResponse& motion) const {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const auto& [part, point] = points_[i];
    places_[i] = {point, Eigen::Vector3d::Zero(), {}};
    if (part == groundPart) continue;
    const PartPose& pose = motion.poses()[at(part)];
    places_[i].place = pose.position + pose.rotation * point;
  }
  return measureLine<double>(places_).first;
}

double LengthRow::length(const ImpulseResponse& motion) const {
  if (!points_.empty()) return measure(motion);
  double sum = 0;
  for (const DriveTerm& term : terms_) sum += term.coefficient * motion.position()[term.position];
  return sum;
}

ForceRow LengthRow::row(const ImpulseResponse& motion, double sign,
                        std::vector<ForceRow>& sums) const {
  if (isOfJoint())
    return ForceRow::ofJoint(terms_.front().body, 0, sign * terms_.front().coefficient);
  const std::size_t first = sums.size();
  for (const DriveTerm& term : terms_)
    sums.push_back(ForceRow::ofJoint(term.body, 0, sign * term.coefficient));
  if (!points_.empty()) measure(motion);
  for (std::size_t i = 0; i < points_.size(); ++i)
    if (points_[i].part != groundPart && !places_[i].gradient.isZero(0))
      sums.push_back({.parts = {groundPart, points_[i].part},
                      .point = places_[i].place,
                      .axis = sign * places_[i].gradient});
  ForceRow sum;
  sum.terms = sums.data() + first;
  sum.termCount = static_cast<int>(sums.size() - first);
  return sum;
}

}  // namespace linkwork::contact
