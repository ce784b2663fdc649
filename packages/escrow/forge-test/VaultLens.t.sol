// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowTerms, VaultState} from "../contracts/EscrowTypes.sol";
import {EscrowVault} from "../contracts/EscrowVault.sol";
import {VaultLens} from "../contracts/VaultLens.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {GaslessBalanceToken} from "./support/Tokens.sol";

contract VaultLensTest is EscrowTest {
    VaultLens private immutable LENS = new VaultLens();

    function _look(address vault) private view returns (VaultLens.Look memory) {
        address[] memory vaults = new address[](1);
        vaults[0] = vault;
        return LENS.look(vaults)[0];
    }

    /// @dev The terms are the last 133 bytes of a vault's code.
    function _assertIsOf(VaultLens.Look memory look, address vault) private view {
        vm.assertTrue(look.isDeployed && look.isRead, "read");
        bytes memory code = vault.code;
        bytes32 packed;
        assembly ("memory-safe") {
            packed := keccak256(add(add(code, 0x20), sub(mload(code), 133)), 133)
        }
        vm.assertEq(look.termsHash, packed, "terms");
    }

    function test_reads_anOpenVault() public {
        EscrowTerms memory terms = _terms();
        address vault = address(_open(terms));
        VaultLens.Look memory look = _look(vault);
        _assertIsOf(look, vault);
        vm.assertEq(uint256(look.state), uint256(VaultState.Open), "state");
        vm.assertEq(look.balance, terms.amount, "balance");
    }

    function test_reads_aNativeVault() public {
        EscrowTerms memory terms = _nativeTerms();
        address vault = address(_open(terms));
        VaultLens.Look memory look = _look(vault);
        _assertIsOf(look, vault);
        vm.assertEq(look.balance, terms.amount, "balance");
    }

    function test_reads_aClaimedVault() public {
        EscrowVault vault = _open(_terms());
        vault.claim(SECRET);
        VaultLens.Look memory look = _look(address(vault));
        _assertIsOf(look, address(vault));
        vm.assertEq(uint256(look.state), uint256(VaultState.Claimed), "state");
        vm.assertEq(look.balance, 0, "balance");
    }

    function test_reads_theOthersOfWhatIsNoVaultAndOfATokenThatBurnsGas() public {
        GaslessBalanceToken burner = new GaslessBalanceToken();
        EscrowVault burning = _open(_termsIn(address(burner)));
        burner.setBurning();
        address[] memory vaults = new address[](4);
        (vaults[0], vaults[1], vaults[2], vaults[3]) =
            (STRANGER, address(token), address(burning), address(_open(_terms())));
        VaultLens.Look[] memory looks = LENS.look(vaults);
        vm.assertFalse(looks[0].isDeployed || looks[0].isRead, "nothing there");
        vm.assertTrue(looks[1].isDeployed && !looks[1].isRead, "no vault");
        vm.assertTrue(looks[2].isDeployed && !looks[2].isRead, "a token that burns gas");
        _assertIsOf(looks[3], vaults[3]);
    }

    function testFuzz_reads_asTheVaultsThemselves(uint8 count, uint256 seed) public {
        address[] memory vaults = new address[](count % 8);
        for (uint256 i = 0; i < vaults.length; ++i) {
            EscrowTerms memory terms = _terms();
            terms.commitmentHash = sha256(abi.encode(seed, i));
            vaults[i] = address(_open(terms));
        }
        VaultLens.Look[] memory looks = LENS.look(vaults);
        vm.assertEq(looks.length, vaults.length, "one for each");
        for (uint256 i = 0; i < vaults.length; ++i) {
            _assertIsOf(looks[i], vaults[i]);
        }
    }
}
