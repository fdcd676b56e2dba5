#include "bench/backends/cuda/profiler/cupti_api.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/compiler/toolkit_search.hpp"

namespace warpmark::cuda::cupti {
namespace {

namespace fs = std::filesystem;

/// Looks up entry points and notes the first that the library lacks.
class symbol_loader {
 public:
  explicit symbol_loader(void* library) : library_(library) {}

  template <class Function>
  void need(Function*& into, const char* name) {
    into = reinterpret_cast<Function*>(dlsym(library_, name));
    if (into == nullptr && missing_.empty()) missing_ = name;
  }

  const std::string& missing() const { return missing_; }

 private:
  void* library_;
  std::string missing_;
};

void load_common_calls(api& api, symbol_loader& from) {
  from.need(api.get_version, "cuptiGetVersion");
  from.need(api.get_result_string, "cuptiGetResultString");
  from.need(api.initialize, "cuptiProfilerInitialize");
  from.need(api.deinitialize, "cuptiProfilerDeInitialize");
  from.need(api.get_chip_name, "cuptiDeviceGetChipName");
  from.need(api.get_availability, "cuptiProfilerGetCounterAvailability");
}

void load_host_calls(api& api, symbol_loader& from) {
  from.need(api.host_initialize, "cuptiProfilerHostInitialize");
  from.need(api.host_deinitialize, "cuptiProfilerHostDeinitialize");
  from.need(api.get_base_metrics, "cuptiProfilerHostGetBaseMetrics");
  from.need(api.add_metrics, "cuptiProfilerHostConfigAddMetrics");
  from.need(api.get_config_size, "cuptiProfilerHostGetConfigImageSize");
  from.need(api.get_config_image, "cuptiProfilerHostGetConfigImage");
  from.need(api.get_passes, "cuptiProfilerHostGetNumOfPasses");
  from.need(api.evaluate, "cuptiProfilerHostEvaluateToGpuValues");
}

void load_range_calls(api& api, symbol_loader& from) {
  from.need(api.enable, "cuptiRangeProfilerEnable");
  from.need(api.disable, "cuptiRangeProfilerDisable");
  from.need(api.get_counters_size, "cuptiRangeProfilerGetCounterDataSize");
  from.need(api.initialize_counters, "cuptiRangeProfilerCounterDataImageInitialize");
  from.need(api.get_counters_info, "cuptiRangeProfilerGetCounterDataInfo");
  from.need(api.set_config, "cuptiRangeProfilerSetConfig");
  from.need(api.start, "cuptiRangeProfilerStart");
  from.need(api.push_range, "cuptiRangeProfilerPushRange");
  from.need(api.pop_range, "cuptiRangeProfilerPopRange");
  from.need(api.stop, "cuptiRangeProfilerStop");
  from.need(api.decode, "cuptiRangeProfilerDecodeData");
}

// CUPTI opens them by file name at its first use, which fails if the loader does not search their
// folder. A library that is already loaded is found by name.
void preload_parts(const fs::path& cupti) {
  for (const auto& file : compiler::files_of(cupti.parent_path(), "libnvperf_"))
    dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
}

std::vector<fs::path> candidates() {
  if (const char* named = std::getenv("WARPMARK_CUPTI"); named != nullptr && *named != '\0')
    return {named};
  std::vector<fs::path> found;
  for (const auto& file :
       compiler::toolkit_libraries("libcupti.so", {"libcupti.so.13", "libcupti.so"}))
    found.push_back(file.path);
  return found;
}

// The library, or why it cannot be used.
std::optional<api> try_open(const fs::path& path, std::string& trouble) {
  preload_parts(path);
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    trouble = fmt::format("{} cannot be opened", path.string());
    return std::nullopt;
  }
  api found;
  symbol_loader from(library);
  load_common_calls(found, from);
  load_host_calls(found, from);
  load_range_calls(found, from);
  if (!from.missing().empty()) {
    trouble = fmt::format("{} lacks {}", path.string(), from.missing());
    return std::nullopt;
  }
  Dl_info info{};  // The loader's name of a library says little.
  const bool is_known = dladdr(reinterpret_cast<void*>(found.get_version), &info) != 0;
  found.path = is_known && info.dli_fname != nullptr ? info.dli_fname : path;
  found.get_version(&found.version);
  return found;
}

constexpr std::string_view how_to_get_permission =
    "this user may not read the card's performance counters (ERR_NVGPUCTRPERM): run as root or "
    "with "
    "CAP_SYS_ADMIN (docker run --cap-add SYS_ADMIN), or have the driver's module loaded with "
    "NVreg_RestrictProfilingToAdminUsers=0";

}  // namespace

void api::check(result code, const char* call) const {
  if (code == success) return;
  if (code == insufficient_privileges || code == virtual_device_insufficient_privileges)
    throw error(std::string(how_to_get_permission));
  const char* text = nullptr;
  if (get_result_string(code, &text) != success || text == nullptr)
    throw error(fmt::format("{}: CUPTI error {}", call, code));
  throw error(fmt::format("{}: {}", call, text));
}

api open_cupti() {
  const auto files = candidates();
  std::string last_trouble;
  for (const auto& file : files) {
    std::string trouble;
    if (auto found = try_open(file, trouble)) return *found;
    // That a name is not there says less than that a library is too old.
    if (last_trouble.empty() || trouble.find(" lacks ") != std::string::npos)
      last_trouble = trouble;
  }
  const std::string where = files.size() == 1 || last_trouble.find(" lacks ") != std::string::npos
                                ? last_trouble
                                : fmt::format("searched {}", compiler::toolkit_places);
  throw usage_error(
      fmt::format("--profile: no CUPTI of CUDA 13: {}; `pip install "
                  "nvidia-cuda-cupti` installs it, or set WARPMARK_CUPTI to "
                  "libcupti.so",
                  where));
}

}  // namespace warpmark::cuda::cupti
