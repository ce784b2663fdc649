// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowRegistry} from "../contracts/EscrowRegistry.sol";
import {EscrowTerms, VaultState} from "../contracts/EscrowTypes.sol";
import {EscrowVault} from "../contracts/EscrowVault.sol";
import {VaultLens} from "../contracts/VaultLens.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {GaslessBalanceToken} from "./support/Tokens.sol";
import {VaultCalls} from "./support/VaultCalls.sol";

contract VaultLensTest is EscrowTest {
    using VaultCalls for EscrowVault;

    VaultLens private immutable LENS = new VaultLens();

    function _look(EscrowTerms memory terms) private view returns (VaultLens.Look memory) {
        EscrowTerms[] memory list = new EscrowTerms[](1);
        list[0] = terms;
        (, VaultLens.Look[] memory looks) = LENS.look(registry, list);
        return looks[0];
    }

    function _assertIs(VaultLens.Look memory look, EscrowTerms memory terms, VaultState state, uint256 balance)
        private
        view
    {
        vm.assertTrue(look.isDeployed && look.isRead, "read");
        vm.assertEq(look.vault, registry.vaultAddress(terms), "address");
        vm.assertEq(uint256(look.state), uint256(state), "state");
        vm.assertEq(look.balance, balance, "balance");
    }

    function test_reads_anOpenVault() public {
        EscrowTerms memory terms = _terms();
        _open(terms);
        _assertIs(_look(terms), terms, VaultState.Open, terms.amount);
    }

    function test_reads_aNativeVault() public {
        EscrowTerms memory terms = _nativeTerms();
        _open(terms);
        _assertIs(_look(terms), terms, VaultState.Open, terms.amount);
    }

    function test_reads_aClaimedVault() public {
        _open(_terms()).claim(SECRET);
        _assertIs(_look(_terms()), _terms(), VaultState.Claimed, 0);
    }

    function test_reads_aCancelledVault() public {
        EscrowVault vault = _open(_terms());
        vm.prank(RECIPIENT);
        vault.cancelWithConsent(0, "");
        _assertIs(_look(_terms()), _terms(), VaultState.Cancelled, 0);
    }

    function test_reads_aVaultWhoseTokenHasNoCode() public {
        EscrowTerms memory terms = _termsIn(address(new GaslessBalanceToken()));
        _open(terms);
        vm.etch(terms.token, "");
        _assertIs(_look(terms), terms, VaultState.Open, 0);
    }

    function test_saysNothingWithoutARegistry() public view {
        EscrowTerms[] memory list = new EscrowTerms[](2);
        (bool hasRegistry, VaultLens.Look[] memory looks) = LENS.look(EscrowRegistry(STRANGER), list);
        vm.assertFalse(hasRegistry || looks[0].isDeployed || looks[1].isRead, "nothing");
    }

    /// @dev The call has a gas limit. With forge's unlimited gas, a token that burns gas would leave enough for the
    ///      others anyway.
    function test_reads_theOthersOfOneThatIsMissingAndOfATokenThatBurnsGas() public {
        GaslessBalanceToken burner = new GaslessBalanceToken();
        EscrowTerms[] memory list = new EscrowTerms[](4);
        list[0] = _termsIn(address(burner));
        list[1] = _terms();
        list[1].amount += 1;
        list[2] = _terms();
        list[3] = _nativeTerms();
        _open(list[0]);
        _open(list[2]);
        _open(list[3]);
        burner.setBurning();
        (, VaultLens.Look[] memory looks) = LENS.look{gas: 1_000_000}(registry, list);
        vm.assertTrue(looks[0].isDeployed && !looks[0].isRead, "a token that burns gas");
        vm.assertFalse(looks[1].isDeployed || looks[1].isRead, "nothing there");
        vm.assertEq(looks[1].vault, registry.vaultAddress(list[1]), "its address all the same");
        _assertIs(looks[2], list[2], VaultState.Open, AMOUNT);
        _assertIs(looks[3], list[3], VaultState.Open, 1 ether);
    }

    function testFuzz_reads_asManyAsAreAsked(uint8 count, uint256 seed) public {
        EscrowTerms[] memory list = new EscrowTerms[](count % 8);
        for (uint256 i = 0; i < list.length; ++i) {
            list[i] = _terms();
            list[i].commitmentHash = sha256(abi.encode(seed, i));
            _open(list[i]);
        }
        (, VaultLens.Look[] memory looks) = LENS.look(registry, list);
        vm.assertEq(looks.length, list.length, "one for each");
        for (uint256 i = 0; i < list.length; ++i) {
            _assertIs(looks[i], list[i], VaultState.Open, AMOUNT);
        }
    }
}
