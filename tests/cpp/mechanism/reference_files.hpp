#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// The reference data of `tests/data` (its README names the sources). Tests run in the project's
/// directory. If a file is missing, the test fails.
namespace linkwork::test {

/// Returns the files of a set, `robots` or `random`, in order. The test fails if a file is missing.
std::vector<std::filesystem::path> referenceFiles(const std::string& set);

/// Returns the path of one file of a set, `robots`, `random` or `raw`, by its name without
/// extensions.
std::filesystem::path referenceFile(const std::string& set, const std::string& name);

/// Throws std::runtime_error with the file's name if it cannot be read.
nlohmann::json readJsonFile(const std::filesystem::path& file);

}  // namespace linkwork::test
