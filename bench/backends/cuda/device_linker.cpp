#include "bench/backends/cuda/device_linker.hpp"

#include <cstdlib>
#include <filesystem>

#include "bench/compiler/toolkit_search.hpp"

namespace warpmark::cuda {
namespace {

std::filesystem::path device_runtime() {
  if (const char* named = std::getenv("WARPMARK_CUDADEVRT"); named != nullptr && *named != '\0')
    return named;
  const auto found = compiler::toolkit_libraries("libcudadevrt.a");
  return found.empty() ? std::filesystem::path() : found.front().path;
}

// Owns one CUlinkState.
class link_state {
 public:
  explicit link_state(const driver_api& driver) : driver_(driver) {
    driver_.check(driver_.link_create(0, nullptr, nullptr, &handle_), "cuLinkCreate");
  }
  ~link_state() { driver_.link_destroy(handle_); }
  link_state(const link_state&) = delete;
  link_state& operator=(const link_state&) = delete;

  void add(std::span<const char> cubin, const std::string& name) {
    // The driver only reads the data, despite its non-const types.
    driver_.check(driver_.link_add_data(handle_, link_cubin, const_cast<char*>(cubin.data()),
                                        cubin.size(), name.c_str(), 0, nullptr, nullptr),
                  "cuLinkAddData({})", name);
  }

  void add(const std::filesystem::path& library) {
    driver_.check(
        driver_.link_add_file(handle_, link_library, library.c_str(), 0, nullptr, nullptr),
        "cuLinkAddFile({})", library.string());
  }

  std::vector<char> complete(const std::string& name) {
    void* linked = nullptr;
    std::size_t size = 0;
    driver_.check(driver_.link_complete(handle_, &linked, &size), "cuLinkComplete({})", name);
    const char* first = static_cast<const char*>(linked);
    return {first, first + size};  // the driver's result lives as long as its state
  }

 private:
  const driver_api& driver_;
  link_handle handle_ = nullptr;
};

}  // namespace

std::vector<char> link_with_device_runtime(const driver_api& driver, std::span<const char> cubin,
                                           const std::string& name) {
  if (driver.link_create == nullptr || driver.link_add_data == nullptr ||
      driver.link_add_file == nullptr || driver.link_complete == nullptr ||
      driver.link_destroy == nullptr)
    throw unsupported_kernel(name + " launches kernels, and this driver cannot link");
  const auto library = device_runtime();
  if (std::error_code ignored; !std::filesystem::exists(library, ignored))
    throw unsupported_kernel(
        fmt::format("{} launches kernels, for which libcudadevrt.a is needed: {}; `pip install "
                    "nvidia-cuda-runtime` "
                    "installs it, or set WARPMARK_CUDADEVRT to it",
                    name,
                    library.empty() ? fmt::format("looked in {}", compiler::toolkit_places)
                                    : fmt::format("there is no {}", library.string())));
  link_state state(driver);
  state.add(cubin, name);
  state.add(library);
  return state.complete(name);
}

}  // namespace warpmark::cuda
