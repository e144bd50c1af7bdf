#pragma once

#include <stdexcept>
#include <string>

namespace linkwork {

/// What a joint was asked to be cannot be: which member of its description, and why.
class JointDescriptionError : public std::invalid_argument {
 public:
  JointDescriptionError(std::string member, const std::string& problem)
      : std::invalid_argument(member + ": " + problem),
        member_(std::move(member)),
        problem_(problem) {}

  /// As in `points[2]`; within the description.
  const std::string& member() const { return member_; }
  const std::string& problem() const { return problem_; }

 private:
  std::string member_, problem_;
};

}  // namespace linkwork
